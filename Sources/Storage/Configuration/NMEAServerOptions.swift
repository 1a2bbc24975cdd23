import CommandLine

/// The command line of `whereismy-nmea`.
public enum NMEAServerOptions {
    /// The action that the command line requests.
    public enum Invocation: Hashable, Sendable {
        /// Serves the destinations of the configuration.
        case serve(Settings)
        /// Prints a text.
        case print(String)
    }

    private static let table = OptionTable(
        usage: "whereismy-nmea [OPTION]...",
        summary: "Send the position as NMEA 0183 to the destinations of the configuration with format nmea or geoclue.",
        options: Option.shared + [.help, .version])

    /// Parses the command line and loads the settings where the action needs them.
    ///
    /// - Parameters:
    ///   - arguments: the arguments after the program's name.
    ///   - environment: the variables of the process.
    ///   - files: reads the configuration.
    /// - Returns: the action.
    /// - Throws: ``UsageError``, ``ConfigurationError``.
    public static func parse(
        arguments: [String], environment: [String: String], files: ConfigurationFiles = .system
    ) throws -> Invocation {
        let options = try table.parse(arguments)
        if options.contains(.help) { return .print(table.help) }
        if options.contains(.version) { return .print("whereismy-nmea \(Product.version)\n") }
        try options.requireNoOperands()
        return .serve(try options.settings(environment: environment, files: files))
    }
}
