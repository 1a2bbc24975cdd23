import Basics
import CommandLine
import Configuration
import Gazetteer

/// `whereismy browse`: list all places of a gazetteer in order, page by page.
enum BrowseCommand: Subcommand {
    static let name = "browse"

    private static let order = Option(
        "by", value: "ORDER", .each(of: GazetteerOrder.self), help: "order by name or code (name)")
    private static let after = Option(
        "after", value: "MARK", help: "continue after the mark of the last page, or at a name or code")

    static let table = OptionTable(
        usage: "whereismy browse [OPTION]...",
        summary: "List all places in order, page by page.",
        options: [order, after, .count, .source, .open, OutputFormat.option] + Option.display + Option.historyOptions)

    static func run(_ options: ParsedOptions, in context: Context) throws -> CommandResult {
        try options.requireNoOperands()
        let format = try options.outputFormat()
        let order: GazetteerOrder = try options.choice(of: order) ?? .name
        let count = try options.count(default: 20)
        let store = try context.gazetteer(options)
        let page = try store.browse(
            by: order, after: options.value(of: after).map { GazetteerCursor($0) }, count: count,
            source: options.value(of: .source))
        let next = page.next.map { "more: --after \(quoted($0.description))" } ?? ""
        if options.contains(.open) {
            return CommandResult(text: context.openMap(at: page.entries.first?.coordinate))
        }
        guard !page.entries.isEmpty else {
            return CommandResult(
                text: format == .json ? "[]\n" : "", diagnostics: "no places found", code: .nothingKnown)
        }
        return CommandResult(
            output: try PlaceList(format, from: store, options, style: context.display).output(page.entries),
            diagnostics: next)
    }

    /// Quotes the text for a shell.
    private static func quoted(_ text: String) -> String { "'\(text.replacing(text: "'", with: "'\\''"))'" }
}
