/// The command line of `whereismy-webhooks`.
public enum WebhookSenderOptions {
    /// What it was started for.
    public enum Invocation: Hashable, Sendable {
        /// To send what waits.
        case send(Settings)
        /// To print this and exit.
        case print(String)
    }

    private static let table = OptionTable(
        usage: "whereismy-webhooks [OPTION]...",
        summary: "Send what waits in the queue to the webhooks of the configuration, and exit when nothing does.",
        options: Option.shared + [.help, .version])

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
    ) throws -> Invocation {
        let options = try table.parse(arguments)
        if options.contains(.help) { return .print(table.help) }
        if options.contains(.version) { return .print("whereismy-webhooks \(Product.version)\n") }
        try options.requireNoOperands()
        return .send(try options.settings(environment: environment, files: files))
    }
}
