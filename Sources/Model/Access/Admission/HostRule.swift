/// The `Host` headers that the server accepts.
///
/// A foreign page can have its name resolve to our address (DNS rebinding) and would then read responses as its own.
/// Its name is in the header, so only configured names are accepted. IP addresses are always accepted.
public struct HostRule: Hashable, Sendable {
    private let names: Set<String>

    /// Accepts these names, addresses, `localhost` and names that end in `.localhost`.
    public init(names: [String] = []) {
        self.names = Set(names.map { Self.name($0[...]) })
    }

    /// Returns true for an accepted header, with any port; nil stands for a missing header.
    public func allows(_ header: String?) -> Bool {
        guard let header, let host = Self.host(header) else { return false }
        switch host {
        case .address: return true
        case .name(let name): return name == "localhost" || name.hasSuffix(".localhost") || names.contains(name)
        }
    }

    /// Returns true if a change was sent by a page of the same origin.
    ///
    /// `Origin` must name the same host as `Host`. Browsers send it with every `POST` and `DELETE`; other programs send
    /// none (nil).
    public static func isSameOrigin(_ origin: String?, host: String?) -> Bool {
        guard let origin else { return true }
        guard let host, let scheme = ["http://", "https://"].first(where: origin.hasPrefix) else { return false }
        return origin.dropFirst(scheme.count).lowercased() == host.lowercased()
    }

    /// Returns the name in a valid `Host` header: letters, digits, hyphens, underscores and dots; nil for an address and
    /// for anything else.
    public static func name(in header: String) -> String? {
        guard case .name(let name) = host(header) else { return nil }
        return name
    }

    private enum Host {
        case address
        case name(String)
    }

    /// Parses `host`, `host:port` or `[address]:port` (RFC 3986, section 3.2); nil for anything else.
    private static func host(_ header: String) -> Host? {
        guard header.utf8.count <= 261 else { return nil }
        if header.first == "[" {
            guard let end = header.firstIndex(of: "]"), isPort(header[header.index(after: end)...]),
                case .v6 = IPAddress(header[..<end].dropFirst())
            else { return nil }
            return .address
        }
        let text = header.prefix { $0 != ":" }
        guard isPort(header[text.endIndex...]), isName(text) else { return nil }
        return IPAddress(text) == nil ? .name(name(text)) : .address
    }

    private static func isPort(_ text: Substring) -> Bool {
        guard let colon = text.utf8.first else { return true }
        return colon == UInt8(ascii: ":") && text.utf8.count <= 6
            && text.utf8.dropFirst().allSatisfy { (48...57).contains($0) }
    }

    /// Returns true for letters, digits, hyphens and underscores, separated by dots.
    private static func isName(_ text: Substring) -> Bool {
        let labels = (text.last == "." ? text.dropLast() : text).split(separator: ".", omittingEmptySubsequences: false)
        return labels.allSatisfy { label in !label.isEmpty && label.utf8.allSatisfy(isNameByte) }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte | 0x20 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): true
        default: (48...57).contains(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
        }
    }

    /// The canonical name: lower case, without the trailing dot of a full name.
    private static func name(_ text: Substring) -> String {
        (text.last == "." ? text.dropLast() : text).lowercased()
    }
}
