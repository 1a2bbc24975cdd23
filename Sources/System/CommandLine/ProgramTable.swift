/// A program with subcommands, as data for its help, its completion and its manual.
public struct ProgramTable: Sendable {
    /// The name of the program.
    public let name: String
    /// The usage, the purpose, and the options of a command line without a subcommand.
    public let overview: OptionTable
    /// The subcommands in the order of the help.
    public let subcommands: [(name: String, table: OptionTable)]
    /// The name of the subcommand of a command line without one; nil if one is required.
    public let standard: String?

    /// The names of the subcommands, in order.
    public var names: [String] { subcommands.map(\.name) }

    /// The candidates for the first word: the subcommands and `help`, with their summaries.
    public var firstWords: [(name: String, summary: String)] {
        subcommands.map { ($0.name, $0.table.summary) } + [("help", "The same as NAME --help.")]
    }

    /// The options of any subcommand that take a value, with hyphens, in alphabetical order.
    var optionsWithValue: [String] {
        allOptions.options.filter { $0.value != nil }.map { "--\($0.name)" }.sorted()
    }

    /// The name of the function of a completion script.
    var functionName: String { "_" + name.map { $0 == "-" ? "_" : "\($0)" }.joined() }

    /// Returns true for an option of any subcommand that is followed by a value.
    public func needsValue(_ argument: String) -> Bool {
        allOptions.options.contains { $0.value != nil && $0.defaultValue == nil && argument == "--\($0.name)" }
    }

    /// All options of all subcommands, to distinguish the value of an option from the name of a subcommand.
    private var allOptions: OptionTable {
        let options = overview.options + subcommands.flatMap(\.table.options)
        let names = Set(options.map(\.name))
        return OptionTable(
            usage: "", summary: "", options: names.compactMap { name in options.first { $0.name == name } })
    }

    /// The help of a command line without a subcommand.
    var help: String {
        let rows = firstWords.dropLast().map { ($0.name, $0.summary) } + [("help NAME", "The same as NAME --help.")]
        return overview.help(sections: [(title: "Subcommands", rows: rows)])
    }

    /// Finds the subcommand in a command line; options may precede it.
    ///
    /// - Returns: its index, nil if there is none, and the other arguments.
    /// - Throws: ``UsageError`` with the nearest name if unknown.
    func find(in arguments: [String]) throws(UsageError) -> (index: Int?, rest: [String]) {
        let options = allOptions
        var arguments = arguments
        if let index = options.indexOfFirstOperand(in: arguments), arguments[index] == "help" {
            arguments.remove(at: index)
            arguments.append("--\(Option.help.name)")
        }
        guard let index = options.indexOfFirstOperand(in: arguments) else { return (nil, arguments) }
        let name = arguments.remove(at: index)
        guard let subcommand = subcommands.firstIndex(where: { $0.name == name }) else {
            // An apparent name may be the value of an unknown option before it.
            _ = try options.parse(Array(arguments[..<index]))
            throw UsageError("unknown subcommand \(name.debugDescription), \(names.hint(for: name))")
        }
        return (subcommand, arguments)
    }
}
