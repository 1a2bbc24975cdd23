import Configuration
import Gazetteer
import JSON
import Location
import Wire

/// `whereismy gazetteer`: the sources of places, brought in, listed and taken away.
enum GazetteerCommand {
    /// What is done.
    enum Action: String, CaseIterable {
        case `import`
        case list
        case remove
    }

    static let table = OptionTable(
        usage: "whereismy gazetteer [OPTION]... import [FILE]|list|remove NAME",
        summary: "Bring tables of places in, list them, and take them away.",
        options: TableOptions.all + [AnswerFormat.option] + Option.historic, operand: .each(of: Action.self),
        followers: [(Action.import.rawValue, .files)])

    static func run(_ options: ParsedOptions, in context: Context) throws -> Outcome {
        let format: AnswerFormat = try options.choice(of: AnswerFormat.option) ?? .text
        let operands = options.operands.isEmpty ? [""] : options.operands
        if operands.first == Action.import.rawValue {
            guard operands.count <= 2 else {
                throw UsageError("unexpected argument \(operands[2].debugDescription), see --help")
            }
            return try TableImport(options, file: operands.dropFirst().first, in: context).run(format)
        }
        let (action, name) = try Operands.read(
            Action.self, options.operands, of: "gazetteer", named: [.remove], "name of gazetteer list")
        if let odd = TableOptions.all.first(where: options.contains) {
            throw UsageError("--\(odd.name) goes with import alone")
        }
        guard action == .remove else { return try list(context.gazetteer(options).sources(), format, in: context) }
        try GazetteerStore(path: context.gazetteerFile(options), access: .readWrite).remove(name)
        guard format == .json else { return Outcome(code: .success) }
        var json = JSONWriter()
        json.object { $0.string("removed", name) }
        return Outcome(output: json.bytes + [0x0A], code: .success)
    }

    private static func list(
        _ sources: [GazetteerSource], _ format: AnswerFormat, in context: Context
    ) -> Outcome {
        if format == .json {
            var json = JSONWriter()
            json.object { $0.objects("sources", sources) { $0.members(of: $1) } }
            return Outcome(output: json.bytes + [0x0A], code: .success)
        }
        guard !sources.isEmpty else { return Outcome(complaint: "the gazetteer is empty", code: .success) }
        let rows = sources.map { source in
            [
                source.name, source.kind.rawValue, "\(source.rows) places", context.localTime(source.imported),
                source.file,
            ]
        }
        return Outcome(text: TextTable.text(rows), code: .success)
    }
}

extension JSONWriter {
    fileprivate mutating func members(of source: GazetteerSource) {
        string("name", source.name)
        word("kind", source.kind.rawValue)
        integer("rows", source.rows)
        integer("skipped", source.skipped)
        time("imported", source.imported)
        string("file", source.file)
    }
}
