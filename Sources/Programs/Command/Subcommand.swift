import Configuration

/// What `whereismy` can be asked for.
enum Subcommand: String, CaseIterable {
    case last
    case watch
    case status
    case doctor
    case explain
    case track
    case at
    case stats
    case history
    case nearest
    case search
    case browse
    case gazetteer
    case place
    case events
    case wait
    case open
    case share
    case token
    case config
    case page
    case replay
    case `import`
    case simulate
    case completion

    /// Its options.
    var table: OptionTable {
        switch self {
        case .last: LastCommand.table
        case .watch: WatchCommand.table
        case .status: StatusCommand.table
        case .doctor: DoctorCommand.table
        case .explain: ExplainCommand.table
        case .track: TrackCommand.table
        case .at: AtCommand.table
        case .stats: StatsCommand.table
        case .history: HistoryCommand.table
        case .nearest: NearestCommand.table
        case .search: SearchCommand.table
        case .browse: BrowseCommand.table
        case .gazetteer: GazetteerCommand.table
        case .place: PlaceCommand.table
        case .events: EventsCommand.table
        case .wait: WaitCommand.table
        case .open: OpenCommand.table
        case .share: ShareCommand.table
        case .token: TokenCommand.table
        case .config: ConfigCommand.table
        case .page: PageCommand.table
        case .replay: ReplayCommand.table
        case .import: ImportCommand.table
        case .simulate: SimulateCommand.table
        case .completion: CompletionCommand.table
        }
    }

    /// Does it.
    func run(_ options: ParsedOptions, in context: Context) throws -> CommandResult {
        switch self {
        case .last: try LastCommand.run(options, in: context)
        case .watch: try WatchCommand.run(options, in: context)
        case .status: try StatusCommand.run(options, in: context)
        case .doctor: try DoctorCommand.run(options, in: context)
        case .explain: try ExplainCommand.run(options, in: context)
        case .track: try TrackCommand.run(options, in: context)
        case .at: try AtCommand.run(options, in: context)
        case .stats: try StatsCommand.run(options, in: context)
        case .history: try HistoryCommand.run(options, in: context)
        case .nearest: try NearestCommand.run(options, in: context)
        case .search: try SearchCommand.run(options, in: context)
        case .browse: try BrowseCommand.run(options, in: context)
        case .gazetteer: try GazetteerCommand.run(options, in: context)
        case .place: try PlaceCommand.run(options, in: context)
        case .events: try EventsCommand.run(options, in: context)
        case .wait: try WaitCommand.run(options, in: context)
        case .open: try OpenCommand.run(options, in: context)
        case .share: try ShareCommand.run(options, in: context)
        case .token: try TokenCommand.run(options, in: context)
        case .config: try ConfigCommand.run(options, in: context)
        case .page: try PageCommand.run(options, in: context)
        case .replay: try ReplayCommand.run(options, in: context)
        case .import: try ImportCommand.run(options, in: context)
        case .simulate: try SimulateCommand.run(options, in: context)
        case .completion: try CompletionCommand.run(options)
        }
    }
}

extension Subcommand {
    /// All options of all subcommands, to distinguish the value of an option from the name of a subcommand.
    static var everyOption: OptionTable {
        let options = allCases.flatMap(\.table.options)
        let names = Set(options.map(\.name))
        return OptionTable(
            usage: "", summary: "",
            options: names.compactMap { name in options.first { $0.name == name } })
    }

    /// Finds the subcommand in a command line; options may precede it.
    ///
    /// - Throws: ``UsageError`` with the nearest name if unknown.
    static func find(in arguments: [String]) throws(UsageError) -> (subcommand: Subcommand?, rest: [String]) {
        guard let index = everyOption.indexOfFirstOperand(in: arguments) else { return (nil, arguments) }
        let name = arguments[index]
        guard let subcommand = Subcommand(rawValue: name) else {
            // An apparent name may be the value of an unknown option before it.
            _ = try everyOption.parse(Array(arguments[..<index]))
            let hint = allCases.map(\.rawValue).hint(for: name)
            throw UsageError("unknown subcommand \(name.debugDescription), \(hint)")
        }
        var rest = arguments
        rest.remove(at: index)
        // A time may be written as -2h, which getopt would parse as options; TimePhrase does not need the hyphen.
        if subcommand == .at { rest = rest.map { $0.isNegativeNumber ? String($0.dropFirst()) : $0 } }
        // A position may begin with a hyphen, so it must follow the end of options.
        if subcommand == .nearest || subcommand == .place { rest = withNumbersLast(rest) }
        return (subcommand, rest)
    }
}

extension Subcommand {
    /// Moves negative numbers and numbers directly after them behind the end of options, unless the arguments mark that
    /// end themselves.
    private static func withNumbersLast(_ arguments: [String]) -> [String] {
        guard !arguments.contains("--") else { return arguments }
        var others: [String] = []
        var numbers: [String] = []
        var isAfterNumber = false
        for argument in arguments {
            isAfterNumber = argument.isNegativeNumber || isAfterNumber && argument.first?.isNumber ?? false
            if isAfterNumber { numbers.append(argument) } else { others.append(argument) }
        }
        return numbers.isEmpty ? others : others + ["--"] + numbers
    }
}

extension String {
    fileprivate var isNegativeNumber: Bool {
        first == "-" && dropFirst().first.map { $0.isASCII && $0.isNumber } ?? false
    }
}
