import CommandLine

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

extension SettingKey<Settings> {
    /// The settings of `[http]`.
    package static var http: [SettingKey] {
        [
            listen, access, SettingKey("allow-public", in: "http", at: \.http.allowsPublic, as: .flag), names,
            connections,
            connectionsPerAddress,
        ]
    }

    static var listen: SettingKey {
        let expected =
            "addresses such as localhost:8947, 192.168.1.5:8947 or [::1]:8947, separated by commas, or none"
        return SettingKey(
            "listen", in: "http", at: \.http.listen,
            as: .addresses(expected, text: \.description, parse: { ListenAddress($0) }))
    }

    static var access: SettingKey {
        SettingKey("access", in: "http", at: \.http.access, as: .choice("token or open"))
    }

    private static var names: SettingKey {
        let expected = "names of this machine such as box.local, separated by commas"
        let syntax = ValueSyntax<[String]>(expected, text: { $0.joined(separator: ", ") }) { text in
            let names = text.isEmpty ? [] : text.commaSeparated.map { $0.lowercased() }
            return names.allSatisfy(\.isHostName) ? names : nil
        }
        return SettingKey("names", in: "http", at: \.http.names, as: syntax)
    }

    static var connections: SettingKey {
        SettingKey("connections", in: "http", at: \.http.connections, as: .number(within: 16...100_000))
    }

    static var connectionsPerAddress: SettingKey {
        SettingKey(
            "connections-per-address", in: "http", at: \.http.connectionsPerAddress, as: .number(within: 1...100_000))
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
