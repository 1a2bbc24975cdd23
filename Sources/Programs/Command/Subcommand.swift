import Configuration

/// A subcommand of `whereismy`.
protocol Subcommand: SendableMetatype {
    /// The name on the command line.
    static var name: String { get }

    /// The usage, the summary and the options.
    static var table: OptionTable { get }

    /// Rewrites arguments that getopt would misread, such as negative numbers.
    static func rewrite(_ arguments: [String]) -> [String]

    /// Executes the subcommand.
    static func run(_ options: ParsedOptions, in context: Context) throws -> CommandResult
}

extension Subcommand {
    static func rewrite(_ arguments: [String]) -> [String] { arguments }
}

/// All subcommands; help, completion and dispatch follow from this list.
enum Subcommands {
    /// The subcommands in the order of the help.
    static let all: [any Subcommand.Type] = [
        LastCommand.self,
        WatchCommand.self,
        StatusCommand.self,
        DoctorCommand.self,
        ExplainCommand.self,
        TrackCommand.self,
        AtCommand.self,
        StatsCommand.self,
        HistoryCommand.self,
        NearestCommand.self,
        SearchCommand.self,
        BrowseCommand.self,
        GazetteerCommand.self,
        PlaceCommand.self,
        EventsCommand.self,
        WaitCommand.self,
        OpenCommand.self,
        PairCommand.self,
        SessionCommand.self,
        ShareCommand.self,
        TokenCommand.self,
        PublishCommand.self,
        WebhookCommand.self,
        HookCommand.self,
        ConfigCommand.self,
        PageCommand.self,
        ReplayCommand.self,
        ImportCommand.self,
        SimulateCommand.self,
        CompletionCommand.self,
    ]

    /// The subcommand of a command line without one.
    static let standard: any Subcommand.Type = LastCommand.self

    /// The names, in order.
    static var names: [String] { all.map { $0.name } }

    /// The candidates for the first word: the subcommands and `help`, with their summaries.
    static var firstWords: [(name: String, summary: String)] {
        all.map { ($0.name, $0.table.summary) } + [("help", "The same as NAME --help.")]
    }

    /// The options of any subcommand that take a value, with hyphens, in alphabetical order.
    static var optionsWithValue: [String] {
        allOptions.options.filter { $0.value != nil }.map { "--\($0.name)" }.sorted()
    }

    /// Returns true for an option of any subcommand that is followed by a value.
    static func needsValue(_ argument: String) -> Bool {
        allOptions.options.contains { $0.value != nil && $0.defaultValue == nil && argument == "--\($0.name)" }
    }

    /// All options of all subcommands, to distinguish the value of an option from the name of a subcommand.
    private static var allOptions: OptionTable {
        let options = all.flatMap { $0.table.options }
        let names = Set(options.map(\.name))
        return OptionTable(
            usage: "", summary: "",
            options: names.compactMap { name in options.first { $0.name == name } })
    }

    /// Returns the index of the subcommand's name; nil if there is none.
    static func indexOfName(in arguments: [String]) -> Int? { allOptions.indexOfFirstOperand(in: arguments) }

    /// Finds the subcommand in a command line; options may precede it.
    ///
    /// - Returns: the subcommand, nil if there is none, and the other arguments.
    /// - Throws: ``UsageError`` with the nearest name if unknown.
    static func find(
        in arguments: [String]
    ) throws(UsageError) -> (subcommand: (any Subcommand.Type)?, rest: [String]) {
        guard let index = allOptions.indexOfFirstOperand(in: arguments) else { return (nil, arguments) }
        let name = arguments[index]
        guard let subcommand = all.first(where: { $0.name == name }) else {
            // An apparent name may be the value of an unknown option before it.
            _ = try allOptions.parse(Array(arguments[..<index]))
            throw UsageError("unknown subcommand \(name.debugDescription), \(names.hint(for: name))")
        }
        var rest = arguments
        rest.remove(at: index)
        return (subcommand, subcommand.rewrite(rest))
    }
}

extension [String] {
    /// The arguments with negative numbers, and numbers directly after them, behind the end of options, unless the
    /// arguments mark that end themselves: a position may begin with a hyphen.
    ///
    /// The value of an option stays behind that option.
    var withNumbersLast: [String] {
        guard !contains("--") else { return self }
        var (others, numbers, isAfterNumber) = ([String](), [String](), false)
        for (index, argument) in enumerated() {
            let isValue = index > 0 && argument.isNegativeNumber && Subcommands.needsValue(self[index - 1])
            let isNumber = argument.isNegativeNumber || isAfterNumber && argument.first?.isNumber ?? false
            isAfterNumber = isNumber && !isValue
            if isAfterNumber { numbers.append(argument) } else { others.append(argument) }
        }
        return numbers.isEmpty ? others : others + ["--"] + numbers
    }
}

extension String {
    /// True for a hyphen followed by a digit.
    var isNegativeNumber: Bool {
        first == "-" && dropFirst().first.map { $0.isASCII && $0.isNumber } ?? false
    }
}
