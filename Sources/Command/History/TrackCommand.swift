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
        let isLine = format.isOfLines || options.contains(simplify)
        do {
            let parts = isLine ? try query.byReceiver(of: history) : [query]
            let (output, count, damaged) = try write(parts, of: history, through: export, in: context)
            let isEmpty = count == 0 && damaged.isEmpty
            let nothing = isEmpty ? period.emptiness(device: query.device, in: context) : ""
            let damage = DamageReport(damaged: damaged)
            return Outcome(output: output, complaint: nothing + damage.words, code: damage.code())
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

    /// Writes as it goes, so that a year takes no more memory than an hour; answers with what is not written yet.
    private static func write(
        _ queries: [PointQuery], of history: SQLiteHistory, through export: TrackExport, in context: Context
    ) throws -> (rest: [UInt8], count: Int, damaged: [DamagedSegment]) {
        var export = export
        let damaged = try queries.flatMap { query in
            try history.forEachPoint(query) { point in
                export.add(point)
                guard export.bytes.count >= portion else { return }
                try context.write(export.bytes)
                export.bytes.removeAll(keepingCapacity: true)
            }
        }
        export.finish()
        return (export.bytes, export.count, damaged)
    }
}

extension PointQuery {
    /// The same for each receiver: a line is that of one, also where several ran at once or took turns.
    fileprivate func byReceiver(of history: SQLiteHistory) throws -> [PointQuery] {
        let names = try history.deviceNames()
        guard device == nil, names.count > 1 else { return [self] }
        return names.map { name in
            var query = self
            query.device = name
            return query
        }
    }
}
