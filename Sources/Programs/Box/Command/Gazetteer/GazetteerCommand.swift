import CommandLine
import Gazetteer
import JSON

/// `whereismy gazetteer`: import, list and remove sources of places.
enum GazetteerCommand: Subcommand {
    static let name = "gazetteer"

    enum Action: String, CaseIterable {
        case `import`
        case list
        case remove
    }

    static let table = OptionTable(
        usage: "whereismy gazetteer [OPTION]... [import [FILE]|list|remove NAME]",
        summary: "Import, list and remove tables of places.",
        defaultAction: "list",
        options: TableImportOptions.all + [.quiet, OutputFormat.option] + Option.historyOptions,
        operand: .each(of: Action.self),
        secondOperands: [(Action.import.rawValue, .files)])

    static func run(_ options: ParsedOptions, in context: Context) throws -> CommandResult {
        let format = try options.outputFormat()
        let operands = options.operands.isEmpty ? [""] : options.operands
        if operands.first == Action.import.rawValue {
            guard operands.count <= 2 else {
                throw UsageError("unexpected argument \(operands[2].debugDescription), see --help")
            }
            return try TableImport(options, file: operands.dropFirst().first, in: context).run(
                ChangeReport(options, isJSON: format == .json))
        }
        let (action, name) = try action(Action.self, of: options) {
            $0 == .remove ? "name of gazetteer list" : nil
        }
        if let odd = TableImportOptions.all.first(where: options.contains) {
            throw UsageError("--\(odd.name) is only for import")
        }
        guard action == .remove else { return try list(context.gazetteer(options).sources(), format, in: context) }
        try GazetteerStore(path: context.gazetteerFile(options), access: .readWrite).remove(name)
        return ChangeReport(options, isJSON: format == .json).result("removed", name)
    }

    private static func list(
        _ sources: [GazetteerSource], _ format: OutputFormat, in context: Context
    ) -> CommandResult {
        .list(
            "sources", in: format, sources, none: "the gazetteer is empty",
            row: { source in
                [
                    source.name, source.format.rawValue, "\(source.rows) places", context.localTime(source.imported),
                    source.file,
                ]
            },
            members: { $0.members(of: $1) })
    }
}

extension JSONWriter {
    fileprivate mutating func members(of source: GazetteerSource) {
        string("name", source.name)
        word("kind", source.format.rawValue)
        integer("rows", source.rows)
        integer("skipped", source.skipped)
        time("imported", source.imported)
        string("file", source.file)
    }
}
