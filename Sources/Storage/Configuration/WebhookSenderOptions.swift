import Basics
public import Location

/// The command line of `whereismy-webhooks`.
public enum WebhookSenderOptions {
    /// The action that the command line requests.
    public enum Invocation: Hashable, Sendable {
        /// Sends the queue.
        case send(Settings)
        /// Sends an event that did not happen to a webhook, to try it.
        case test(WebhookSettings, PlaceEvent.Kind, place: String, isQuiet: Bool)
        /// Prints a text.
        case print(String)
    }

    private static let test = Option(
        "test", value: "NAME", help: "send a test event to this webhook now, not the queue")
    private static let event = Option(
        "event", value: "EVENT", .each(of: PlaceEvent.Kind.self), help: "event of the test")
    private static let place = Option("place", value: "NAME", help: "place of the test")

    private static let quiet = Option("quiet", letter: "q", help: "print nothing about a test that was delivered")

    private static let table = OptionTable(
        usage: "whereismy-webhooks [OPTION]...",
        summary: "Send what waits in the queue to the webhooks of the configuration, and exit when nothing does.",
        options: [test, event, place, quiet] + Option.shared + [.help, .version])

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
        let settings = try options.settings(environment: environment, files: files)
        guard let name = options.value(of: test) else { return .send(settings) }
        let webhook = try settings.webhook(named: name)
        let kind: PlaceEvent.Kind = try options.choice(of: event) ?? webhook.usualKind
        let place = webhook.place(options.value(of: place), of: kind)
        let moment = Timestamp(milliseconds: 0)
        guard webhook.accepts(PlaceEvent(kind, place: place, moment: moment, since: moment)) else {
            throw UsageError(
                "webhook \(name) does not receive \(kind.rawValue) of \(place.debugDescription), see [webhook]")
        }
        return .test(webhook, kind, place: place, isQuiet: options.contains(quiet))
    }
}

extension Settings {
    /// Returns a webhook.
    ///
    /// - Throws: ``UsageError`` with the nearest name if there is none of that name.
    fileprivate func webhook(named name: String) throws(UsageError) -> WebhookSettings {
        if let webhook = webhooks.first(where: { $0.name == name }) { return webhook }
        let hint = webhooks.isEmpty ? "the configuration has none" : webhooks.map(\.name).hint(for: name)
        throw UsageError("no webhook \(String(name.prefix(80)).debugDescription), \(hint)")
    }
}

extension WebhookSettings {
    /// The kind of a test event: the first that the webhook receives.
    fileprivate var usualKind: PlaceEvent.Kind { PlaceEvent.Kind.allCases.first(where: events.contains) ?? .enter }

    /// Returns the place of a test event, the given one where the event is of a place.
    fileprivate func place(_ given: String?, of kind: PlaceEvent.Kind) -> String {
        switch kind {
        case .enter, .leave: given ?? places?.first ?? "Home"
        case .dragging, .holding, .lost, .found: PlaceEvent.anchor
        }
    }
}
