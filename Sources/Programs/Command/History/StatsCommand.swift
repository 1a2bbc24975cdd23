import Queries
import Configuration
import History

/// `whereismy stats`: tell what a time comes to.
enum StatsCommand {
    static let table = OptionTable(
        usage: "whereismy stats [OPTION]...",
        summary: "Tell distance, speeds, ascent, stays and trips of a time; without one, of today.",
        options: [
            Period.day, Period.week, Period.month, Period.from, Period.to, .device, PlaceOption.option,
            AnswerFormat.option,
        ] + Option.historic)

    static func run(_ options: ParsedOptions, in context: Context) throws -> Outcome {
        try options.requireNoOperands()
        let format: AnswerFormat = try options.choice(of: AnswerFormat.option) ?? .text
        let period = try period(options, in: context)
        let device = options.value(of: .device)
        if let place = try PlaceOption.place(options, in: context) {
            let (answer, damaged) = try VisitSearch(context.history(options), place).find(period, device: device)
            return answer.outcome(damaged, format, hasSums: true, in: context)
        }
        let (answer, damaged) = try StatisticsSearch(context.history(options)).find(period, device: device)
        let isEmpty = answer.devices.isEmpty && damaged.isEmpty
        let nothing = isEmpty ? period.emptiness(device: device, in: context) : ""
        let damage = DamageReport(damaged: damaged)
        let output = format == .json ? answer.json : answer.text(in: context)
        return Outcome(output: output, complaint: nothing + damage.words, code: damage.code())
    }

    private static func period(_ options: ParsedOptions, in context: Context) throws(UsageError) -> Period {
        let (week, month) = (options.value(of: Period.week), options.value(of: Period.month))
        guard week != nil || month != nil else { return try Period(options, in: context) }
        let given = [Period.day, Period.week, Period.month, Period.from, Period.to].filter(options.contains)
        guard given.count == 1 else {
            throw UsageError("\(given.map { "--\($0.name)" }.joined(separator: " and ")) do not go together")
        }
        if let week { return try Period(week: week, in: context) }
        return try Period(month: month ?? "", in: context)
    }
}
