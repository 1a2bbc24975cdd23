/// The command line of `whereismy-webhooks`.
public enum WebhookSenderOptions {
    /// The action that the command line requests.
    public enum Invocation: Hashable, Sendable {
        /// Sends the queue.
        case send(Settings)
        /// Prints a text.
        case print(String)
    }

    private static let table = OptionTable(
        usage: "whereismy-webhooks [OPTION]...",
        summary: "Send what waits in the queue to the webhooks of the configuration, and exit when nothing does.",
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
        if options.contains(.version) { return .print("whereismy-webhooks \(Product.version)\n") }
        try options.requireNoOperands()
        return .send(try options.settings(environment: environment, files: files))
    }
}
