public import Location

/// A webhook of the configuration.
public struct WebhookSettings: Hashable, Sendable {
    /// The maximum number of webhooks: each may have an open connection and its own queue.
    public static let maxCount = 32

    /// The name.
    public let name: String
    /// The address.
    public let address: WebhookAddress
    /// The file of the secret that signs requests; nil for no signature.
    public internal(set) var secretFile: String?
    /// A PEM file of certificate authorities to trust in place of the system's; nil for the system's.
    public internal(set) var authorityFile: String?
    /// The proxy; nil for none.
    public internal(set) var proxy: WebhookAddress?
    /// The form of the body.
    public internal(set) var body = WebhookBody.json
    /// The kinds of events to send.
    public internal(set) var events = Set(PlaceEvent.Kind.allCases)
    /// The names of places whose events to send; nil for all.
    public internal(set) var places: [String]?
    /// The delay after a failure, which doubles with each further one.
    public var retryMin = Duration.seconds(5)
    /// The maximum delay.
    public var retryMax = Duration.seconds(900)

    /// Returns true if the event is to be sent; the list of places applies to events of places.
    public func accepts(_ event: PlaceEvent) -> Bool {
        guard events.contains(event.kind) else { return false }
        guard let places, event.isOfPlace else { return true }
        return places.contains(event.place)
    }
}

/// The form of a webhook's body.
public enum WebhookBody: String, CaseIterable, Hashable, Sendable {
    /// All that is known of the event, for programs.
    case json
    /// A sentence without the position, for receivers that show it to people.
    case text
}

/// The address of a webhook: an http or https address, valid by construction.
///
/// It often grants access: user information, path and query are never shown.
public struct WebhookAddress: Hashable, Sendable, CustomStringConvertible {
    /// The maximum bytes of an address.
    public static let maxBytes = 1000

    /// The whole address, for requests and not for messages.
    public let text: String
    /// The host, and the port where there is one, which may be shown.
    public let host: String
    /// True if the connection uses TLS.
    public let isEncrypted: Bool

    /// Parses an address; nil if it is invalid.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.maxBytes, text.utf8.allSatisfy(Self.isPlain) else { return nil }
        let scheme = text.prefix { $0 != ":" }
        guard ["http", "https"].contains(scheme.lowercased()), text.dropFirst(scheme.count).hasPrefix("://")
        else { return nil }
        let authority = text.dropFirst(scheme.count + 3).prefix { $0 != "/" && $0 != "?" }
        let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
        guard Self.isHost(host) else { return nil }
        self.text = text
        self.host = String(host)
        isEncrypted = scheme.lowercased() == "https"
    }

    /// The host, which may be shown.
    public var description: String { host }

    /// Returns true if the byte is allowed in an address, which has no fragment.
    private static func isPlain(_ byte: UInt8) -> Bool {
        (0x21...0x7E).contains(byte) && !Array("\"#<>\\^`{|}".utf8).contains(byte)
    }

    private static func isHost(_ text: Substring) -> Bool {
        let isBracketed = text.first == "["
        let end = isBracketed ? text.firstIndex(of: "]").map(text.index(after:)) : text.firstIndex(of: ":")
        guard let end = end ?? (isBracketed ? nil : text.endIndex) else { return false }
        let (name, port) = (text[..<end], text[end...])
        let inside = isBracketed ? name.dropFirst().dropLast() : name
        let extra = Array((isBracketed ? ":." : ".").utf8)
        guard !inside.isEmpty, inside.utf8.allSatisfy({ $0.isHostNameByte || extra.contains($0) }) else { return false }
        return port.isEmpty || port.first == ":" && (UInt16(port.dropFirst()) ?? 0) > 0
    }
}
