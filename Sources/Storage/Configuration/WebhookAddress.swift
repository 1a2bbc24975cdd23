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
