public import CommandLine

/// The command line of `whereismy-publish`.
public enum PublisherOptions {
    /// The action that the command line requests.
    public enum Invocation: Hashable, Sendable {
        /// Publishes to the destinations of the configuration.
        case publish(Settings)
        /// Sends an event that did not happen to a webhook, to try it.
        case testWebhook(WebhookSettings, WebhookTestEvent)
        /// Sends the newest position to one destination, once.
        case test(Settings, PublishSettings, isQuiet: Bool)
        /// Prints a text.
        case print(String)
    }

    private static let test = Option(
        "test", value: "NAME", help: "send the newest position to this destination once, and print the answer")

    private static let table = OptionTable(
        usage: "whereismy-publish [OPTION]...",
        summary: "Send positions and events to the destinations of the configuration, until a signal arrives.",
        options: [test] + WebhookTestEvent.options + Option.shared + [.help, .version])

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
        if let name = options.value(of: test) {
            let destination = try settings.publishSettings(named: name)
            return .test(settings, destination, isQuiet: options.contains(WebhookTestEvent.quiet))
        }
        guard let name = options.value(of: WebhookTestEvent.test) else { return .publish(settings) }
        let webhook = try settings.webhook(named: name)
        return .testWebhook(webhook, try WebhookTestEvent(options, for: webhook))
    }
}

extension Settings {
    /// Returns a destination.
    ///
    /// - Throws: ``UsageError`` with the nearest name if there is none of that name.
    public func publishSettings(named name: String) throws(UsageError) -> PublishSettings {
        if let destination = publish.first(where: { $0.name == name }) { return destination }
        let hint = publish.isEmpty ? "the configuration has none" : publish.map(\.name).hint(for: name)
        throw UsageError("no destination \(String(name.prefix(80)).debugDescription), \(hint)")
    }
}
