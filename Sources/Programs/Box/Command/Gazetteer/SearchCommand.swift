import CommandLine
import Configuration
import Gazetteer

/// `whereismy search`: find gazetteer places by name or code.
enum SearchCommand: Subcommand {
    static let name = "search"

    static let table = OptionTable(
        usage: "whereismy search [OPTION]... TEXT",
        summary: "Find places by the beginning of a name, or by code.",
        options: [.count, .source, .open, OutputFormat.option] + Option.display + Option.historyOptions)

    static func run(_ options: ParsedOptions, in context: Context) throws -> CommandResult {
        let format = try options.outputFormat()
        let count = try options.count(default: 10)
        guard !options.operands.isEmpty else { throw UsageError("search needs a text: \(table.usage)") }
        let text = options.operands.joined(separator: " ")
        let store = try context.gazetteer(options)
        let found = try store.search(text, count: count, source: options.value(of: .source))
        guard !found.isEmpty else {
            let message = "no place found for \(String(text.prefix(80)).debugDescription)"
            return CommandResult(text: format == .json ? "[]\n" : "", diagnostics: message, code: .nothingKnown)
        }
        if options.contains(.open) {
            return CommandResult(text: context.openMap(at: found.first?.coordinate))
        }
        return CommandResult(
            output: try PlaceList(format, from: store, options, style: context.display).output(found))
    }
}
