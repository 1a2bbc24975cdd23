/// The settings of the HTTP server.
public struct HTTPSettings: Hashable, Sendable {
    /// The authentication of network clients.
    public enum Access: String, CaseIterable, Sendable {
        /// Required: a token or a session.
        case token
        /// None.
        case open
    }

    /// The addresses to listen on beside the Unix socket; empty for none.
    public var listen = [ListenAddress(host: "localhost", port: ListenAddress.defaultPort)]
    /// The authentication of network clients.
    public var access = Access.token
    /// True if open access is intended for other machines too.
    public var allowsPublic = false
    /// Further host names that browsers use for this machine, in lower case, beside `localhost` and addresses.
    public var names: [String] = []
    /// The maximum number of connections.
    public var connections = 12_000
    /// The maximum number of connections of one address, except this machine's own.
    public var connectionsPerAddress = 256

    /// The built-in defaults.
    public init() {}

    /// An issue: two addresses that overlap; nil if none do.
    var overlap: String? {
        for (index, first) in listen.enumerated() {
            guard let second = listen[(index + 1)...].first(where: first.overlaps) else { continue }
            return "\(first) and \(second) cover the same address; fix: remove one, or change its port"
        }
        return nil
    }
}

extension SettingKey {
    /// The settings of `[http]`.
    package static let http = [listen, access, allowPublic, names, connections, connectionsPerAddress]

    static let listen = SettingKey(
        section: "http", name: "listen",
        expected: "addresses such as localhost:8947, 192.168.1.5:8947 or [::1]:8947, separated by commas, or none",
        text: { $0.http.listen.isEmpty ? "none" : $0.http.listen.map(\.description).joined(separator: ", ") }
    ) { text, settings in
        let addresses = text == "none" ? [] : text.commaSeparated.map { ListenAddress($0) }
        settings.http.listen = addresses.compactMap { $0 }
        return !addresses.contains(nil) && addresses.count <= 16 && Set(addresses).count == addresses.count
    }

    static let access = SettingKey(
        section: "http", name: "access", expected: "token or open", text: { $0.http.access.rawValue }
    ) { text, settings in
        guard let access = HTTPSettings.Access(rawValue: text) else { return false }
        settings.http.access = access
        return true
    }

    private static let allowPublic = flag(section: "http", name: "allow-public", path: \.http.allowsPublic)

    private static let names = SettingKey(
        section: "http", name: "names", expected: "names of this machine such as box.local, separated by commas",
        text: { $0.http.names.joined(separator: ", ") }
    ) { text, settings in
        settings.http.names = text.isEmpty ? [] : text.commaSeparated.map { $0.lowercased() }
        return settings.http.names.allSatisfy(\.isHostName)
    }

    static let connections = SettingKey(
        section: "http", name: "connections", expected: "a number from 16 to 100000", text: { "\($0.http.connections)" }
    ) { text, settings in
        guard let count = Int(text), (16...100_000).contains(count) else { return false }
        settings.http.connections = count
        return true
    }

    static let connectionsPerAddress = SettingKey(
        section: "http", name: "connections-per-address", expected: "a number from 1 to 100000",
        text: { "\($0.http.connectionsPerAddress)" }
    ) { text, settings in
        guard let count = Int(text), (1...100_000).contains(count) else { return false }
        settings.http.connectionsPerAddress = count
        return true
    }
}

extension String {
    /// The items between commas, without surrounding blanks.
    package var commaSeparated: [String] {
        split(separator: ",", omittingEmptySubsequences: false).map {
            $0.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
        }
    }

    /// True if it is a host name: letters, digits and hyphens, separated by dots.
    fileprivate var isHostName: Bool {
        utf8.count <= 253
            && split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
                !label.isEmpty && label.utf8.allSatisfy(\.isHostNameByte)
            }
    }
}

extension UInt8 {
    /// True if it is a letter, a digit, a hyphen or, as in some networks, an underscore.
    var isHostNameByte: Bool {
        switch self {
        case 48...57, 65...90, 97...122, UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }
}
