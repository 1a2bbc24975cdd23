import Configuration
import History
import Linux
import Location
import Tracks

/// `whereismy track`: write out where it was, in the formats that other programs read.
enum TrackCommand {
    /// Bytes that are gathered before they are written.
    private static let portion = 65_536

    private static let simplify = Option(
        "simplify", value: "METRES", help: "leave out what changes the line by less than this")

    static let table = OptionTable(
        usage: "whereismy track [OPTION]...",
        summary: "Write out where it was; without a time, today.",
        options: [Period.from, Period.to, Period.day, .device, AreaOption.option, simplify, TrackFormatOption.option]
            + Option.historic)

    static func run(_ options: ParsedOptions, in context: Context) throws -> Outcome {
        try options.requireNoOperands()
        let format: TrackFormatOption = try options.choice(of: TrackFormatOption.option) ?? .text
        let period = try Period(options, in: context)
        let query = PointQuery(
            from: period.first, to: period.last, device: options.value(of: .device),
            within: try AreaOption.area(options))
        let export = TrackExport(to: format.encoder(in: context), tolerance: try tolerance(options))
        let history = try context.history(options)
        do {
            return try write(query, of: history, through: export, period, in: context)
        } catch let error as SystemError where error.isBrokenPipe {
            // Whoever reads has read enough.
            return Outcome(code: .success)
        }
    }

    private static func tolerance(_ options: ParsedOptions) throws(UsageError) -> Double? {
        guard let text = options.value(of: simplify) else { return nil }
        guard let metres = Double(text), metres > 0, metres.isFinite else {
            throw UsageError("--simplify: \(text.debugDescription) is no number of metres above 0")
        }
        return metres
    }

    /// Writes as it goes, so that a year takes no more memory than an hour.
    private static func write(
        _ query: PointQuery, of history: SQLiteHistory, through export: TrackExport, _ period: Period,
        in context: Context
    ) throws -> Outcome {
        var export = export
        let damage = DamageReport(
            damaged: try history.forEachPoint(query) { point in
                export.add(point)
                guard export.bytes.count >= portion else { return }
                try context.write(export.bytes)
                export.bytes.removeAll(keepingCapacity: true)
            })
        export.finish()
        let isEmpty = export.count == 0 && damage.damaged.isEmpty
        let nothing = isEmpty ? period.emptiness(device: query.device, in: context) : ""
        return Outcome(output: export.bytes, complaint: nothing + damage.words, code: damage.code())
    }
}
