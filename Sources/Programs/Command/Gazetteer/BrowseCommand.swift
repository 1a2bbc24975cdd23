import Configuration
import Gazetteer

/// `whereismy browse`: all places of a gazetteer in order, page by page.
enum BrowseCommand {
    private static let order = Option(
        "by", value: "ORDER", .each(of: GazetteerOrder.self), help: "in the order of name or code (name)")
    private static let after = Option(
        "after", value: "MARK", help: "go on behind the mark that the last page ended with, or at a name or code")

    static let table = OptionTable(
        usage: "whereismy browse [OPTION]...",
        summary: "List all places in order, page by page.",
        options: [order, after, .count, .source, .open, AnswerFormat.option] + Option.historic)

    static func run(_ options: ParsedOptions, in context: Context) throws -> Outcome {
        try options.requireNoOperands()
        let format: AnswerFormat = try options.choice(of: AnswerFormat.option) ?? .text
        let order: GazetteerOrder = try options.choice(of: order) ?? .name
        let count = try options.count(usual: 20)
        let store = try context.gazetteer(options)
        let page = try store.browse(
            by: order, after: options.value(of: after).map { GazetteerMark($0) }, count: count,
            source: options.value(of: .source))
        let next = page.next.map { "more: --after \(quoted($0.description))" } ?? ""
        if options.contains(.open) {
            return Outcome(text: context.show(page.entries.first?.coordinate), code: .success)
        }
        guard !page.entries.isEmpty else {
            return Outcome(text: format == .json ? "[]\n" : "", complaint: "no place there", code: .nothingKnown)
        }
        return Outcome(
            output: try PlaceList(format, from: store, options).output(page.entries), complaint: next, code: .success)
    }

    /// As a shell reads it as one word.
    private static func quoted(_ text: String) -> String { "'\(text.replacing("'", with: "'\\''"))'" }
}
