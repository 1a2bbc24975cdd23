import Answers
import Configuration
import History
import Location
import Tracks

/// `whereismy at`: tell where it was then.
enum AtCommand {
    static let table = OptionTable(
        usage: "whereismy at [OPTION]... TIME",
        summary: "Tell where it was then, and how sure that is.",
        options: [.device, AnswerFormat.option] + Option.historic)

    static func run(_ options: ParsedOptions, in context: Context) throws -> Outcome {
        let format: AnswerFormat = try options.choice(of: AnswerFormat.option) ?? .text
        let moment = try moment(options, in: context)
        let history = try context.history(options)
        let search = WhereaboutsSearch(history: history, moment: moment)
        let (whereabouts, damaged) = try search.find(device: options.value(of: .device))
        let answer = WhereaboutsAnswer(moment: moment, whereabouts: whereabouts)
        let damage = DamageReport(damaged: damaged)
        let output = format == .json ? answer.json : answer.text(in: context)
        return Outcome(output: output, complaint: damage.words, code: damage.code(answer.code))
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
