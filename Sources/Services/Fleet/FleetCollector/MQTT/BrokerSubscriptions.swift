import MQTT

/// The subscriptions of a connection: it serves only with all of them.
struct BrokerSubscriptions {
    private var pending: Set<String> = []
    private var refusal: String?
    /// True while there is a connection.
    let isOpen: Bool

    init(isOpen: Bool = false) { self.isOpen = isOpen }

    /// True while there is a connection, and all are granted.
    var isComplete: Bool { isOpen && pending.isEmpty && refusal == nil }

    /// Begins with a new connection, without subscriptions.
    mutating func open() { self = BrokerSubscriptions(isOpen: true) }

    /// Replaces all subscriptions.
    mutating func replace(with filters: [String]) { (pending, refusal) = (Set(filters), nil) }

    /// Takes the broker's answer to a subscription; from 0x80 on it is refused.
    mutating func answer(_ filter: String, _ code: UInt8) {
        pending.remove(filter)
        guard code >= 0x80 else { return }
        refusal = "the subscription to \(Self.withoutGroup(filter)) is refused: \(MQTTReason.text(code))"
    }

    /// The group's name is a secret, and the log is not.
    private static func withoutGroup(_ filter: String) -> String {
        guard filter.hasPrefix("$share/") else { return filter }
        return filter.split(separator: "/").dropFirst(2).joined(separator: "/")
    }

    /// Ends with the connection; returns the refusal that has ended it, nil if it was something else.
    mutating func close() -> String? {
        defer { self = BrokerSubscriptions() }
        return refusal
    }
}
