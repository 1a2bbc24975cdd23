import Linux
import MQTT

/// Collects the events of a client, and waits for them.
final class EventReader {
    let client: MQTTClient
    private(set) var events: [MQTTEvent] = []

    init(_ settings: MQTTSettings) throws {
        client = try MQTTClient(settings)
    }

    deinit {
        client.close()
    }

    /// Waits until the events satisfy a condition, at most 20 s; returns true if they do.
    func wait(until isAsWanted: ([MQTTEvent]) -> Bool) -> Bool {
        let deadline = SystemClock.uptime + .seconds(20)
        while true {
            events += client.events()
            if isAsWanted(events) { return true }
            let rest = deadline - SystemClock.uptime
            guard rest > .zero else { return false }
            _ = Poll.wait(for: client.interest, timeout: rest)
        }
    }

    /// Connects; returns true if the broker accepts.
    func connects() -> Bool {
        client.connect()
        return wait { $0.contains(where: \.isConnected) }
    }

    /// Publishes one message and returns the code of its acknowledgement; nil if there is none.
    func publish(_ message: MQTTMessage, key: UInt64 = 1) -> UInt8? {
        client.publish([(key, message)])
        guard wait(until: { $0.acknowledgements[key] != nil }) else { return nil }
        return events.acknowledgements[key]
    }

    /// Waits for the end of the connection and returns its reason; nil if it lasts.
    func end() -> String? {
        guard wait(until: { $0.end != nil }) else { return nil }
        return events.end
    }

    /// Forgets the events so far.
    func clear() {
        events = []
    }
}

extension MQTTEvent {
    var isConnected: Bool {
        if case .connected = self { true } else { false }
    }
}

extension [MQTTEvent] {
    /// The reason codes by key.
    var acknowledgements: [UInt64: UInt8] {
        reduce(into: [:]) { codes, event in
            if case .acknowledged(let key, let code) = event { codes[key] = code }
        }
    }

    /// The keys in the order of their acknowledgements.
    var acknowledgedKeys: [UInt64] {
        compactMap { if case .acknowledged(let key, _) = $0 { key } else { nil } }
    }

    /// The reason of the first end.
    var end: String? {
        for event in self {
            if case .disconnected(let reason) = event { return reason }
        }
        return nil
    }

    var received: [MQTTMessage] {
        compactMap { if case .received(let message) = $0 { message } else { nil } }
    }
}

extension MQTTMessage {
    init(_ topic: String, _ text: String, isRetained: Bool = false) {
        self.init(topic: topic, payload: Array(text.utf8), isRetained: isRetained)
    }
}
