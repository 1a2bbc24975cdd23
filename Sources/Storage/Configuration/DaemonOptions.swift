public import CommandLine

/// The command line of `whereismyd`.
public enum DaemonOptions {
    /// `--replay`.
    public static let replay = Option(
        "replay", value: "FILE", help: "run a recording of gpsd's JSON and exit; may be repeated")
    /// `--format`.
    public static let format = Option(
        "format", value: "FORMAT", help: "output of a replay: text, json or explain (text)")

    private static let checkConfig = Option(
        "check-config", help: "check the configuration and exit")
    private static let demo = Option("demo", help: "show gpsd's receiver, or a simulated one where there is none")
    private static let gpsd = Option(
        "gpsd", value: "HOST:PORT", help: "where gpsd listens (localhost:2947)", setting: .gpsdAddress)
    /// `--device`.
    public static let device = Option(
        "device", value: "PATH", help: "the only receiver to use (the best one)", setting: .gpsdDevice)

    private static let listen = Option(
        "listen", value: "ADDRESSES", help: "addresses of the HTTP server, or none (localhost:8947)", setting: .listen)
    private static let access = Option(
        "access", value: "HOW", help: "authentication over the network: token or open (token)", setting: .access)

    static let table = OptionTable(
        usage: "whereismyd [OPTION]...",
        summary: "Track this machine's position through gpsd and update its page and report.",
        options: [gpsd, device, .platform, listen, access, demo] + Option.shared + [
            replay, format,
        ] + ofImport + [checkConfig, .help, .version])

    /// Parses the arguments after the program's name, and loads the settings where the action needs them.
    ///
    /// - Throws: ``UsageError``, ``ConfigurationError``.
    public static func parse(
        arguments: [String], environment: [String: String], files: ConfigurationFiles = .system
    ) throws -> DaemonInvocation {
        let options = try table.parse(arguments)
        if options.contains(.help) { return .help(table.help) }
        if options.contains(.version) { return .version("whereismyd \(Product.version)\n") }
        try options.requireNoOperands()
        let recordings = options.values(of: replay)
        let format: ReplayFormat? = try options.choice(of: format)
        let tracks = try importRequest(options)
        try check(recordings: recordings, format: format, demo: options.contains(demo))
        if tracks != nil { try check(importing, excludes: [demo, replay, .platform].filter(options.contains)) }
        if options.contains(checkConfig) {
            try check(checkConfig, excludes: [demo, replay, importing].filter(options.contains))
            return .check(try options.loadedSettings(environment: environment, files: files))
        }
        var settings = try options.settings(environment: environment, files: files)
        if let tracks { return .importing(tracks, settings) }
        guard recordings.isEmpty else { return .replay(files: recordings, format: format ?? .text, settings) }
        if options.contains(demo), !canRecordDemo(options, settings) { settings.history.isEnabled = false }
        return .run(settings, demo: options.contains(demo))
    }

    /// Loads the settings of a running daemon again.
    ///
    /// - Throws: ``ConfigurationError``, and ``UsageError`` for a command line that runs none.
    public static func settings(
        arguments: [String], environment: [String: String], files: ConfigurationFiles = .system
    ) throws -> Settings {
        guard case .run(let settings, _) = try parse(arguments: arguments, environment: environment, files: files)
        else {
            throw UsageError("these options do not run the daemon")
        }
        return settings
    }

    /// A simulated walk must not enter a real history, that of the system or of the configuration.
    private static func canRecordDemo(_ options: ParsedOptions, _ settings: Settings) -> Bool {
        options.contains(.stateDirectory) && settings.stateDirectory != Settings().stateDirectory
    }

    private static func check(_ option: Option, excludes others: [Option]) throws(UsageError) {
        guard let other = others.first else { return }
        throw UsageError("--\(option.name) and --\(other.name) cannot be combined")
    }

    private static func check(recordings: [String], format: ReplayFormat?, demo: Bool) throws(UsageError) {
        if recordings.isEmpty, format != nil { throw UsageError("--format requires --replay") }
        if !recordings.isEmpty, demo { throw UsageError("--demo and --replay cannot be combined") }
    }
}

/// The action that the daemon's command line requests.
public enum DaemonInvocation: Hashable, Sendable {
    /// Runs the daemon; `demo` for a demo, simulated where there is no receiver.
    case run(Settings, demo: Bool)
    /// Replays recordings through the tracker and prints the results.
    case replay(files: [String], format: ReplayFormat, Settings)
    /// Imports tracks into the history.
    case importing(ImportRequest, Settings)
    /// Checks the configuration.
    case check(LoadedSettings<Settings>)
    /// Prints the help.
    case help(String)
    /// Prints the version.
    case version(String)
}

/// The output formats of a replay.
public enum ReplayFormat: String, CaseIterable, Sendable {
    /// A line for each epoch, for people.
    case text
    /// A line of JSON for each epoch.
    case json
    /// Lines for each epoch with the input, the decision and its numbers.
    case explain
}
