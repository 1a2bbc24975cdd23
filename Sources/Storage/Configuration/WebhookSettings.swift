public import Location

/// A `[webhook NAME]` of the configuration: where what happens at places is sent to.
public struct WebhookSettings: Hashable, Sendable {
    /// Webhooks at most: each may have a connection open, and a queue of its own.
    public static let maxCount = 32

    /// What it is called.
    public let name: String
    /// Where to.
    public let address: WebhookAddress
    /// The file of the secret that it is signed with; nil for no signature.
    public let secretFile: String?
    /// A file of certificates in PEM, which the receiver's has to go back to in place of those that the system trusts;
    /// nil for those.
    public let authorityFile: String?
    /// What it is sent through; nil for nothing.
    public let proxy: WebhookAddress?
    /// What is sent.
    public let events: Set<PlaceEvent.Kind>
    /// The names of the places of which entering and leaving is sent; nil for all.
    public let places: [String]?

    /// Makes one from its parts.
    public init(
        name: String, address: WebhookAddress, secretFile: String? = nil, authorityFile: String? = nil,
        proxy: WebhookAddress? = nil, events: Set<PlaceEvent.Kind> = Set(PlaceEvent.Kind.allCases),
        places: [String]? = nil
    ) {
        self.name = name
        self.address = address
        self.secretFile = secretFile
        self.authorityFile = authorityFile
        self.proxy = proxy
        self.events = events
        self.places = places
    }

    /// Whether it is told of this; the list of places is not about the anchor.
    public func wants(_ occurrence: PlaceEvent) -> Bool {
        guard events.contains(occurrence.kind) else { return false }
        guard let places, !occurrence.isAnchor else { return true }
        return places.contains(occurrence.place)
    }
}

/// Where a webhook is sent: an http or https address, valid by construction.
///
/// Whoever has it can often post there: what stands before the host, the path and the query are never shown.
public struct WebhookAddress: Hashable, Sendable, CustomStringConvertible {
    /// The most bytes of an address.
    public static let maxBytes = 1000

    /// All of it, for the one who sends; not for messages.
    public let text: String
    /// The host, and the port where it has one: what may be told.
    public let host: String
    /// Whether what is sent is encrypted, and the receiver is who it says.
    public let isEncrypted: Bool

    /// Takes an address; nil where it is none.
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

    /// The host, which may be told.
    public var description: String { host }

    /// Whether it may stand in an address; a fragment is never sent, so it has none.
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
