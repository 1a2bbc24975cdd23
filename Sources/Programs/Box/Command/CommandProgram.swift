public import CommandLine
import Configuration
import Linux

/// The program `whereismy`.
public enum CommandProgram: Program {
    /// The name of the program.
    public static let name = "whereismy"

    /// The version.
    public static let version = Product.version

    /// The usage, the purpose, and the options of a command line without a subcommand.
    public static let overview = OptionTable(
        usage: "whereismy [SUBCOMMAND] [OPTION]...",
        summary: "Show the position of this machine and its accuracy. Without a subcommand: last.",
        options: LastCommand.table.options)

    /// The options of every subcommand.
    public static let sharedOptions = Option.shared + [.help, .version]

    /// The subcommand of a command line without one.
    public static let standard: (any Subcommand<Context>.Type)? = LastCommand.self

    /// The subcommands in the order of the help.
    public static let subcommands: [any Subcommand<Context>.Type] = [
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
        TrustCommand.self,
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
        CompletionCommand<CommandProgram>.self,
    ]

    /// Sets the form of positions and lengths for subcommands that print them.
    public static func prepare(_ context: inout Context, for table: OptionTable, _ options: ParsedOptions) throws {
        guard table.options.contains(where: { $0.name == Option.units.name }) else { return }
        let loaded = try context.loadedSettings(options)
        (context.loaded, context.display) = (loaded, loaded.settings.display)
    }

    /// Prints a line to standard error.
    public static func report(_ line: String) {
        // Without standard error there is no place to report the failure.
        try? StandardStream.error.write(Array("\(line)\n".utf8))
    }

    /// Runs the program on this machine with arguments without its name; returns the exit code.
    public static func main(_ arguments: [String]) -> Int32 { main(arguments, in: .system()) }
}

extension Context {
    func settings(_ options: ParsedOptions) throws -> Settings {
        guard let loaded, loaded.issues.isEmpty else {
            return try options.settings(environment: environment, files: files)
        }
        return loaded.settings
    }

    func loadedSettings(_ options: ParsedOptions) throws(UsageError) -> LoadedSettings<Settings> {
        guard let loaded else { return try options.loadedSettings(environment: environment, files: files) }
        return loaded
    }
}

extension [String] {
    /// The arguments with negative numbers, and numbers directly after them, behind the end of options, unless the
    /// arguments mark that end themselves: a position may begin with a hyphen.
    ///
    /// The value of an option stays behind that option.
    var withNumbersLast: [String] {
        guard !contains("--") else { return self }
        let program = CommandProgram.table
        var (others, numbers, isAfterNumber) = ([String](), [String](), false)
        for (index, argument) in enumerated() {
            let isValue = index > 0 && argument.isNegativeNumber && program.needsValue(self[index - 1])
            let isNumber = argument.isNegativeNumber || isAfterNumber && argument.first?.isNumber ?? false
            isAfterNumber = isNumber && !isValue
            if isAfterNumber { numbers.append(argument) } else { others.append(argument) }
        }
        return numbers.isEmpty ? others : others + ["--"] + numbers
    }
}

extension String {
    var isNegativeNumber: Bool {
        first == "-" && dropFirst().first.map { $0.isASCII && $0.isNumber } ?? false
    }
}
