/// The command line of `whereismy-publish`.
public enum PublisherOptions {
    /// The action that the command line requests.
    public enum Invocation: Hashable, Sendable {
        /// Publishes to the destinations of the configuration.
        case publish(Settings)
        /// Sends an event that did not happen to a webhook, to try it.
        case testWebhook(WebhookSettings, WebhookTestEvent)
        /// Prints a text.
        case print(String)
    }

    private static let table = OptionTable(
        usage: "whereismy-publish [OPTION]...",
        summary: "Send positions and events to the destinations of the configuration, until a signal arrives.",
        options: WebhookTestEvent.options + Option.shared + [.help, .version])

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
        let settings = try options.settings(environment: variables, files: files)
        guard let name = options.value(of: WebhookTestEvent.test) else { return .publish(settings) }
        let webhook = try settings.webhook(named: name)
        return .testWebhook(webhook, try WebhookTestEvent(options, for: webhook))
    }
}
