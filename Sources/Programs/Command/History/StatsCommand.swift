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
            OutputFormat.option,
        ] + Option.historyOptions)

    static func run(_ options: ParsedOptions, in context: Context) throws -> CommandResult {
        try options.requireNoOperands()
        let format: OutputFormat = try options.choice(of: OutputFormat.option) ?? .text
        let period = try period(options, in: context)
        let device = options.value(of: .device)
        if let place = try PlaceOption.place(options, in: context) {
            let (answer, damaged) = try VisitQuery(context.history(options), place).run(period, device: device)
            return answer.result(damaged: damaged, format: format, hasSums: true, in: context)
        }
        let (answer, damaged) = try StatisticsQuery(context.history(options)).run(period, device: device)
        let isEmpty = answer.devices.isEmpty && damaged.isEmpty
        let nothing = isEmpty ? period.emptyMessage(device: device, in: context) : ""
        let damage = DamageReport(damaged: damaged)
        let output = format == .json ? answer.json : answer.text(in: context)
        return CommandResult(output: output, diagnostics: nothing + damage.message, code: damage.code())
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
