/// The command line of `whereismyd`.
public enum DaemonOptions {
    /// `--replay`.
    public static let replay = Option(
        "replay", value: "FILE", help: "run a recording of gpsd's JSON and exit; may be repeated")
    /// `--import`.
    public static let importing = Option(
        "import", value: "FILE", help: "bring a file of a track into the history and exit; may be repeated")
    /// `--format`.
    public static let format = Option(
        "format", value: "FORMAT", help: "how a replay is printed: text, json or explain (text)")

    private static let checkConfig = Option(
        "check-config", help: "say whether the configuration is right, and exit")
    private static let demo = Option("demo", help: "show gpsd's receiver, or a simulated one where there is none")
    private static let gpsd = Option(
        "gpsd", value: "HOST:PORT", help: "where gpsd listens (localhost:2947)", setting: .gpsdAddress)
    /// `--device`.
    public static let device = Option(
        "device", value: "PATH", help: "the one receiver to listen to (the best there is)", setting: .gpsdDevice)

    private static let listen = Option(
        "listen", value: "ADDRESSES", help: "where browsers are answered, or none (localhost:8947)", setting: .listen)
    private static let access = Option(
        "access", value: "HOW", help: "over the network: token, or open to all who reach it (token)", setting: .access)

    private static let table = OptionTable(
        usage: "whereismyd [OPTION]...",
        summary: "Follow this machine's position through gpsd and keep its page and report.",
        options: [gpsd, device, .platform, listen, access, demo] + Option.shared + [
            replay, format, importing, checkConfig, .help, .version,
        ])

    /// Reads the command line, and for what needs them the settings.
    ///
    /// - Parameters:
    ///   - arguments: what follows the program's name.
    ///   - environment: the variables of the process.
    ///   - files: how the configuration is read.
    /// - Returns: what to do.
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
        let tracks = options.values(of: importing)
        try check(recordings: recordings, format: format, demo: options.contains(demo))
        if !tracks.isEmpty { try check(importing, excludes: [demo, replay, .platform].filter(options.contains)) }
        if options.contains(checkConfig) {
            try check(checkConfig, excludes: [demo, replay, importing].filter(options.contains))
            return .check(try options.loadedSettings(environment: environment, files: files))
        }
        var settings = try options.settings(environment: environment, files: files)
        guard tracks.isEmpty else {
            return .importing(files: tracks, device: options.value(of: device), settings)
        }
        guard recordings.isEmpty else { return .replay(files: recordings, format: format ?? .text, settings) }
        if options.contains(demo), !canRecordDemo(options, settings) { settings.history.isEnabled = false }
        return .run(settings, demo: options.contains(demo))
    }

    /// Reads the settings of a daemon that runs anew, from all that may have something to say about them.
    ///
    /// - Parameters:
    ///   - arguments: its command line.
    ///   - environment: its variables.
    ///   - files: how the configuration is read.
    /// - Returns: the settings.
    /// - Throws: ``ConfigurationError``, and ``UsageError`` for a command line that runs none.
    public static func settings(
        arguments: [String], environment: [String: String], files: ConfigurationFiles = .system
    ) throws -> Settings {
        guard case .run(let settings, _) = try parse(arguments: arguments, environment: environment, files: files)
        else {
            throw UsageError("this command line runs no daemon")
        }
        return settings
    }

    /// A simulated walk stays out of a real history: that of the system, or of wherever the configuration has it.
    private static func canRecordDemo(_ options: ParsedOptions, _ settings: Settings) -> Bool {
        options.contains(.stateDirectory) && settings.stateDirectory != Settings().stateDirectory
    }

    private static func check(_ option: Option, excludes others: [Option]) throws(UsageError) {
        guard let other = others.first else { return }
        throw UsageError("--\(option.name) and --\(other.name) exclude each other")
    }

    private static func check(recordings: [String], format: ReplayFormat?, demo: Bool) throws(UsageError) {
        if recordings.isEmpty, format != nil { throw UsageError("--format goes with --replay only") }
        if !recordings.isEmpty, demo { throw UsageError("--demo and --replay exclude each other") }
    }
}

/// What the daemon was started for.
public enum DaemonInvocation: Hashable, Sendable {
    /// To follow the position; `demo` to show it, a simulated one where there is no receiver.
    case run(Settings, demo: Bool)
    /// To run recordings through reading and tracking, and to print what came of it.
    case replay(files: [String], format: ReplayFormat, Settings)
    /// To bring files of tracks into the history; `device` is whose points they are where a file does not say it, nil for
    /// the file's name.
    case importing(files: [String], device: String?, Settings)
    /// To say whether the configuration is right, and exit.
    case check(LoadedSettings)
    /// To print this and exit.
    case help(String)
    /// To print this and exit.
    case version(String)
}

/// How a replay is printed.
public enum ReplayFormat: String, CaseIterable, Sendable {
    /// A line an epoch for people.
    case text
    /// A line of JSON an epoch for programs.
    case json
    /// A line an epoch for people who ask why: what came, what was decided, on which numbers.
    case explain
}
