import Basics
import CommandLine
public import Location

/// The event of a test of a webhook, by the options of `whereismy-publish`.
public struct WebhookTestEvent: Hashable, Sendable {
    /// The kind.
    public let kind: PlaceEvent.Kind
    /// The place.
    public let place: String
    /// True to print nothing about a test that was delivered.
    public let isQuiet: Bool

    static let test = Option(
        "test-webhook", value: "NAME", help: "send a test event to this webhook now, not the queue")
    private static let event = Option(
        "event", value: "EVENT", .each(of: PlaceEvent.Kind.self), help: "event of the test")
    private static let place = Option("place", value: "NAME", help: "place of the test")
    static let quiet = Option("quiet", letter: "q", help: "print nothing about a test that was delivered")

    static let options = [test, event, place, quiet]

    /// Creates the event of the options, else one that the webhook receives.
    init(_ options: ParsedOptions, for webhook: WebhookSettings) throws(UsageError) {
        kind = try options.choice(of: Self.event) ?? webhook.usualKind
        place = webhook.place(options.value(of: Self.place), of: kind)
        isQuiet = options.contains(Self.quiet)
        let moment = Timestamp(milliseconds: 0)
        guard webhook.accepts(PlaceEvent(kind, place: place, moment: moment, since: moment)) else {
            throw UsageError(
                "webhook \(webhook.name) does not receive \(kind.rawValue) of \(place.debugDescription), see its events and places"
            )
        }
    }
}

extension Settings {
    /// Returns a webhook.
    func webhook(named name: String) throws(UsageError) -> WebhookSettings {
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
        PlaceEvent.subject(of: kind) ?? given ?? places?.first ?? "Home"
    }
}
