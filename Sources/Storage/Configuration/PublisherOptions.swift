/// The command line of `whereismy-publish`.
public enum PublisherOptions {
    /// The action that the command line requests.
    public enum Invocation: Hashable, Sendable {
        /// Publishes to the destinations of the configuration.
        case publish(Settings)
        /// Prints a text.
        case print(String)
    }

    private static let table = OptionTable(
        usage: "whereismy-publish [OPTION]...",
        summary: "Send positions to the destinations of the configuration, until a signal arrives.",
        options: Option.shared + [.help, .version])

    /// Parses the command line and loads the settings where the action needs them.
    ///
    /// The directories that systemd names in the environment are the publisher's own, beside those of the daemon.
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
        if options.contains(.version) { return .print("whereismy-publish \(Product.version)\n") }
        try options.requireNoOperands()
        var variables = environment
        for name in ["RUNTIME_DIRECTORY", "STATE_DIRECTORY"] { variables[name] = nil }
        return .publish(try options.settings(environment: variables, files: files))
    }
}
