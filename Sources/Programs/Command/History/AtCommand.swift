import Queries
import Basics
import Configuration
import History
import Location
import Places
import Tracks

/// `whereismy at`: tell where it was then, or when it was there.
enum AtCommand {
    static let table = OptionTable(
        usage: "whereismy at [OPTION]... TIME|--place NAME",
        summary: "Tell where it was then, and how sure that is; or when it was at a place.",
        options: [PlaceOption.option, Period.from, Period.to, Period.day, .device, OutputFormat.option]
            + Option.historyOptions)

    static func run(_ options: ParsedOptions, in context: Context) throws -> CommandResult {
        let format: OutputFormat = try options.choice(of: OutputFormat.option) ?? .text
        if let place = try PlaceOption.place(options, in: context) {
            return try visits(to: place, options, format, in: context)
        }
        if let odd = times.first(where: options.contains) { throw UsageError("--\(odd.name) goes with --place alone") }
        let moment = try moment(options, in: context)
        let history = try context.history(options)
        let search = PositionQuery(history: history, moment: moment)
        let (whereabouts, damaged) = try search.run(device: options.value(of: .device))
        let answer = PositionResult(moment: moment, whereabouts: whereabouts)
        let damage = DamageReport(damaged: damaged)
        let output = format == .json ? answer.json : answer.text(in: context)
        return CommandResult(output: output, diagnostics: damage.message, code: damage.code(answer.code))
    }

    private static let times = [Period.from, Period.to, Period.day]

    private static func visits(
        to place: Place, _ options: ParsedOptions, _ format: OutputFormat, in context: Context
    ) throws -> CommandResult {
        guard options.operands.isEmpty else { throw UsageError("a time and --place do not go together, --from does") }
        let isLimited = times.contains(where: options.contains)
        let period = isLimited ? try Period(options, in: context) : Period(first: nil, last: nil)
        let device = options.value(of: .device)
        let (answer, damaged) = try VisitQuery(context.history(options), place).run(period, device: device)
        return answer.result(damaged: damaged, format: format, hasSums: false, in: context)
    }

    /// A date and a time may come as two words.
    private static func moment(_ options: ParsedOptions, in context: Context) throws(UsageError) -> Timestamp {
        guard !options.operands.isEmpty else {
            throw UsageError("at needs a time, understood are: \(TimePhrase.examples)")
        }
        do throws(TimePhraseError) {
            return try context.moment(options.operands.joined(separator: " "))
        } catch {
            throw UsageError(error.description)
        }
    }
}
