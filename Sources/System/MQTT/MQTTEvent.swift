/// An event of a connection to a broker.
public enum MQTTEvent: Hashable, Sendable {
    /// The broker accepts messages: at most this many, from 1 to 65,535, without an acknowledgement.
    case connected(receiveMaximum: Int)
    /// The broker rejects the connection, with a reason code of ``MQTTReason``.
    case refused(code: UInt8, reason: String)
    /// The connection or the attempt has ended; messages without an acknowledgement are forgotten.
    case disconnected(reason: String)
    /// The result of a published message: 0x00 accepted, 0x10 discarded without a subscriber, from 0x80 rejected.
    case acknowledged(key: UInt64, code: UInt8)
    /// The result of a subscription: 0x00 to 0x02 accepted, from 0x80 rejected.
    case subscribed(topic: String, code: UInt8)
    /// A message of a subscription.
    case received(MQTTMessage)
}

/// The reason codes of MQTT 5 (2.4 of its specification).
public enum MQTTReason {
    /// The broker has accepted the message.
    public static let success: UInt8 = 0x00
    /// The broker has discarded the message, since nothing subscribes to its topic.
    public static let noSubscribers: UInt8 = 0x10
    /// The broker's access rules forbid it.
    public static let notAuthorized: UInt8 = 0x87
    /// The topic contains a wildcard or a null character, or is empty.
    public static let invalidTopic: UInt8 = 0x90
    /// The message is larger than the broker accepts.
    public static let packetTooLarge: UInt8 = 0x95
    /// The broker does not accept QoS 1.
    public static let unsupportedQoS: UInt8 = 0x9B

    /// Returns what a code means, and where it helps, what to do.
    public static func text(_ code: UInt8) -> String {
        texts[code] ?? "the broker reports the unknown reason code \(hexadecimal(code))"
    }

    private static func hexadecimal(_ code: UInt8) -> String {
        let digits = String(code, radix: 16, uppercase: true)
        return "0x" + (digits.utf8.count == 1 ? "0" + digits : digits)
    }

    private static let texts: [UInt8: String] = [
        0x00: "accepted",
        0x04: "disconnected, with the last will",
        0x10: "nothing subscribes to the topic, so the broker has discarded the message",
        0x80: "the broker rejects it without a reason",
        0x81: "the broker reports a malformed packet",
        0x82: "the broker reports a violation of the protocol",
        0x83: "the broker rejects it for a reason of its own; fix: see the broker's log",
        0x84: "the broker does not support MQTT 5; fix: use a broker that does, such as mosquitto 1.6 or later",
        0x85: "the broker rejects the client identifier",
        0x86: "wrong user name or password; fix: check user and password-file",
        0x87: "not authorised; fix: permit it in the broker's access rules",
        0x88: "the broker is unavailable",
        0x89: "the broker is busy",
        0x8A: "the broker has banned this client",
        0x8B: "the broker is shutting down",
        0x8C: "the broker requires another method of authentication",
        0x8D: "the broker received nothing within the keepalive",
        0x8E: "another client has connected with the same client identifier; fix: give each client its own",
        0x8F: "the broker rejects the filter of the subscription",
        0x90: "the broker rejects the topic; fix: use one without wildcards",
        0x93: "too many messages without an acknowledgement",
        0x95: "the message is larger than the broker accepts",
        0x96: "the broker receives messages at too high a rate",
        0x97: "a quota of the broker is exhausted",
        0x98: "an administrator of the broker has ended the connection",
        0x99: "the broker rejects the format of the content",
        0x9A: "the broker does not retain messages",
        0x9B: "the broker does not accept QoS 1",
        0x9C: "the broker refers to another server for now",
        0x9D: "the broker has moved to another server",
        0x9F: "too many connections within a short time",
        0xA0: "the broker limits the duration of a connection",
        0xA2: "the broker does not support subscriptions with wildcards",
    ]
}

/// A failed connection: one line that says what failed and what would help.
struct MQTTError: Error, Hashable, CustomStringConvertible {
    let description: String
    /// True if the broker has closed the connection without a reason.
    var isClosed = false

    init(_ description: String) {
        self.description = description
    }

    /// Returns the error of a connection that the broker has closed, before or after its reply.
    static func closed(by settings: MQTTSettings, isConnecting: Bool = false) -> MQTTError {
        let causes = settings.tls == nil ? "may require TLS" : "may require a client certificate"
        let text = "\(settings.address) has closed the connection"
        var error = MQTTError(isConnecting ? text + " before its reply; it may not support MQTT 5, or \(causes)" : text)
        error.isClosed = true
        return error
    }
}
