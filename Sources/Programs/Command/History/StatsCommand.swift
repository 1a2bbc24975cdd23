import Basics
import Configuration
import History
import Location
import Pages
import Queries
import Tracks

/// `whereismy stats`: print statistics of a period.
enum StatsCommand: Subcommand {
    static let name = "stats"

    static let table = OptionTable(
        usage: "whereismy stats [OPTION]...",
        summary: "Show distance, speeds, ascent, stays and trips of a period; by default today.",
        options: [
            Period.day, Period.week, Period.month, Period.from, Period.to, .device, PlaceOption.option,
            OutputFormat.option,
        ] + Option.historyOptions)

    static func run(_ options: ParsedOptions, in context: Context) throws -> CommandResult {
        try options.requireNoOperands()
        let format: OutputFormat = try options.choice(of: OutputFormat.option) ?? .text
        let period = try period(options, in: context)
        let device = options.value(of: .device)
        if let place = try PlaceOption.place(options, in: context) {
            let (result, damaged) = try VisitQuery(context.history(options), place).run(period, device: device)
            return result.result(damaged: damaged, format: format, hasSums: true, in: context)
        }
        let (result, damaged) = try StatisticsQuery(context.history(options)).run(period, device: device)
        let isEmpty = result.devices.isEmpty && damaged.isEmpty
        let emptyMessage = isEmpty ? period.emptyMessage(device: device, in: context) : ""
        let damage = DamageReport(damaged: damaged)
        let output = format == .json ? result.json : result.text(in: context)
        return CommandResult(output: output, diagnostics: emptyMessage + damage.message, code: damage.code())
    }

    private static func period(_ options: ParsedOptions, in context: Context) throws(UsageError) -> Period {
        let week = options.value(of: Period.week)
        let month = options.value(of: Period.month)
        guard week != nil || month != nil else { return try Period(options, in: context) }
        let given = [Period.day, Period.week, Period.month, Period.from, Period.to].filter(options.contains)
        guard given.count == 1 else {
            throw UsageError("\(given.map { "--\($0.name)" }.joined(separator: " and ")) cannot be combined")
        }
        if let week { return try Period(week: week, in: context) }
        return try Period(month: month ?? "", in: context)
    }
}

extension StatisticsResult {
    /// Formats rows for people, stays and trips in chronological order.
    func text(in context: Context) -> [UInt8] {
        let blocks = devices.map { device in
            let rows = Self.rows(device.summary).map { Self.padded($0.name, $0.text) }
            let journal = Self.journal(device.summary, in: context)
            return ([Self.padded("receiver", PrintableText.sanitized(device.name))] + rows + journal)
                .map { $0 + "\n" }.joined()
        }
        return Array(blocks.joined(separator: "\n").utf8)
    }

    private static func rows(_ summary: TrackSummary) -> [(name: String, text: String)] {
        let climbed = [summary.ascent, summary.descent].compactMap { $0.map(DistanceText.text) }
        let rows: [(name: String, text: String?)] = [
            ("fixes", "\(summary.points)"), ("distance", DistanceText.text(summary.distance)),
            ("moving", AgeText.span(summary.moving)), ("standing", AgeText.span(summary.standing)),
            ("unknown", summary.unknown > .zero ? AgeText.span(summary.unknown) : nil),
            ("top speed", summary.topSpeed.map(speed)), ("mean speed", summary.meanSpeed.map(speed)),
            ("ascent", climbed.first), ("descent", climbed.last),
        ]
        return rows.compactMap { row in row.text.map { (row.name, $0) } }
    }

    private static func journal(_ summary: TrackSummary, in context: Context) -> [String] {
        let stays = summary.stays.map { stay in
            (stay.from, padded("stay", span(from: stay.from, to: stay.to, in: context) + place(stay.coordinate)))
        }
        let trips = summary.trips.map { trip in
            (
                trip.from,
                padded("trip", span(from: trip.from, to: trip.to, in: context) + DistanceText.text(trip.distance))
            )
        }
        return (stays + trips).sorted { $0.0 < $1.0 }.map(\.1)
    }

    private static func span(from: Timestamp, to: Timestamp, in context: Context) -> String {
        "\(context.localTime(from)) to \(context.localTime(to)), \(AgeText.span(to - from)), "
    }

    private static func place(_ coordinate: Coordinate) -> String {
        [coordinate.latitude, coordinate.longitude].map { FixedDecimalText.text($0, decimals: 6) }.joined(
            separator: ", ")
    }

    private static func speed(_ metresPerSecond: Double) -> String {
        FixedDecimalText.text(metresPerSecond * 3.6, decimals: 1) + " km/h"
    }

    private static func padded(_ name: String, _ text: String) -> String {
        name + String(repeating: " ", count: max(1, 12 - name.count)) + text
    }
}
