import CommandLine
import Configuration
import History
import Queries

/// `whereismy stats`: print statistics of a period.
enum StatsCommand: Subcommand {
    static let name = "stats"

    static let table = OptionTable(
        usage: "whereismy stats [OPTION]...",
        summary: "Show distance, speeds, ascent, stays and trips of a period; by default today.",
        options: [
            Period.day, Period.week, Period.month, Period.year, Period.from, Period.to, .device, PlaceOption.option,
            OutputFormat.option,
        ] + Option.display + Option.historyOptions)

    static func run(_ options: ParsedOptions, in context: Context) throws -> CommandResult {
        try options.requireNoOperands()
        let format = try options.outputFormat()
        let period = try period(options, in: context)
        let device = options.value(of: .device)
        if let place = try PlaceOption.place(options, in: context) {
            let (result, damaged) = try VisitQuery(context.history(options), place).run(period, device: device)
            return result.result(damaged: damaged, format: format, hasSums: true, in: context)
        }
        let query = StatisticsQuery(try context.history(options))
        guard !Period.calendar.contains(where: options.contains) else {
            let (result, damaged) = try query.runDaily(period, device: device, clock: context.clock)
            let names = PlaceNames(options, in: context)
            let byMonth = options.contains(Period.year)
            let output =
                format == .json ? result.json(names, byMonth: byMonth) : result.text(byMonth: byMonth, in: context)
            let message = emptyMessage(result.whole, damaged, device: device, in: context)
            return Self.result(output, message: message, damaged: damaged)
        }
        let (result, damaged) = try query.run(period, device: device, clock: context.clock)
        let output =
            try format == .json
            ? result.json(PlaceNames(options, in: context)) : text(result, of: query, options, in: context)
        let message = emptyMessage(result, damaged, device: device, in: context)
        return Self.result(output, message: message, damaged: damaged)
    }

    private static func text(
        _ result: StatisticsResult, of query: StatisticsQuery, _ options: ParsedOptions, in context: Context
    ) throws -> [UInt8] {
        var charts: [String: DayCharts] = [:]
        if options.contains(Period.day), let empty = DayCharts(result.period) {
            let history = try context.writtenHistory(options)
            for device in result.devices {
                charts[device.name] = empty
                try charts[device.name]?.read(history, device: device.name)
            }
        }
        let names = PlaceNames(options, in: context)
        let gaps = try query.gapsAtEnds(of: result, clock: context.clock)
        return result.text(gaps, charts: charts, names: names, in: context)
    }

    private static func result(
        _ output: [UInt8], message: String, damaged: [DamagedSegment]
    ) -> CommandResult {
        let damage = DamageReport(damaged: damaged)
        return CommandResult(
            output: output, diagnostics: message + damage.message, code: damage.code(isEmpty: !message.isEmpty))
    }

    private static func emptyMessage(
        _ result: StatisticsResult, _ damaged: [DamagedSegment], device: String?, in context: Context
    ) -> String {
        result.devices.isEmpty && damaged.isEmpty ? result.period.emptyMessage(device: device, in: context) : ""
    }

    private static func period(_ options: ParsedOptions, in context: Context) throws(UsageError) -> Period {
        let week = options.value(of: Period.week)
        let month = options.value(of: Period.month)
        guard Period.calendar.contains(where: options.contains) else { return try Period(options, in: context) }
        let given = ([Period.day] + Period.calendar + [Period.from, Period.to]).filter(options.contains)
        guard given.count == 1 else {
            throw UsageError("\(given.map { "--\($0.name)" }.joined(separator: " and ")) cannot be combined")
        }
        if let week { return try Period(week: week, in: context) }
        if let month { return try Period(month: month, in: context) }
        return try Period(year: options.value(of: Period.year) ?? "", in: context)
    }
}
