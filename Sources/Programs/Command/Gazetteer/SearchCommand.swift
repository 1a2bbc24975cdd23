import Configuration
import Gazetteer

/// `whereismy search`: the places of a gazetteer that are called so.
enum SearchCommand {
    static let table = OptionTable(
        usage: "whereismy search [OPTION]... TEXT",
        summary: "Find places by the beginning of their names, or by their codes.",
        options: [.count, .source, .open, AnswerFormat.option] + Option.historic)

    static func run(_ options: ParsedOptions, in context: Context) throws -> Outcome {
        let format: AnswerFormat = try options.choice(of: AnswerFormat.option) ?? .text
        let count = try options.count(usual: 10)
        guard !options.operands.isEmpty else { throw UsageError("search needs a text: \(table.usage)") }
        let text = options.operands.joined(separator: " ")
        let store = try context.gazetteer(options)
        let found = try store.search(text, count: count, source: options.value(of: .source))
        guard !found.isEmpty else {
            let words = "no place is called \(String(text.prefix(80)).debugDescription)"
            return Outcome(text: format == .json ? "[]\n" : "", complaint: words, code: .nothingKnown)
        }
        if options.contains(.open) { return Outcome(text: context.show(found.first?.coordinate), code: .success) }
        return Outcome(output: try PlaceList(format, from: store, options).output(found), code: .success)
    }
}
