import Configuration
import History
import Location
import Tracks

/// `whereismy stats`: tell what a time comes to.
enum StatsCommand {
    private static let week = Option("week", help: "today and the six days before")
    private static let month = Option("month", help: "today and the 29 days before")

    static let table = OptionTable(
        usage: "whereismy stats [OPTION]...",
        summary: "Tell distance, speeds, ascent, stays and trips of a time; without one, of today.",
        options: [Period.day, week, month, Period.from, Period.to, .device, AnswerFormat.option] + Option.historic)

    static func run(_ options: ParsedOptions, in context: Context) throws -> Outcome {
        try options.requireNoOperands()
        let format: AnswerFormat = try options.choice(of: AnswerFormat.option) ?? .text
        let period = try period(options, in: context)
        let query = PointQuery(from: period.first, to: period.last, device: options.value(of: .device))
        let history = try context.history(options)
        var statistics: [String: TrackStatistics] = [:]
        let damage = DamageReport(
            damaged: try history.forEachPoint(query) { point in
                statistics[point.fix.device, default: TrackStatistics()].add(point)
            })
        let answer = StatisticsAnswer(
            period: period,
            devices: statistics.map { ($0.key, $0.value.finish()) }.sorted { $0.name < $1.name })
        let nothing = statistics.isEmpty && damage.damaged.isEmpty ? "no fix \(period.words(in: context))" : ""
        let output = format == .json ? answer.json : answer.text(in: context)
        return Outcome(output: output, complaint: nothing + damage.words, code: damage.code())
    }

    private static func period(_ options: ParsedOptions, in context: Context) throws(UsageError) -> Period {
        let given = [Period.day, week, month, Period.from, Period.to].filter(options.contains).map(\.name)
        guard options.contains(week) || options.contains(month) else { return try Period(options, in: context) }
        guard given.count == 1 else {
            throw UsageError("\(given.map { "--\($0)" }.joined(separator: " and ")) do not go together")
        }
        return Period(lastDays: options.contains(week) ? 7 : 30, in: context)
    }
}
