/// What the configuration says about the server for browsers and programs.
public struct HTTPSettings: Hashable, Sendable {
    /// Whether those who come over the network have to say who they are.
    public enum Access: String, CaseIterable, Sendable {
        /// They do, by a token or by signing in.
        case token
        /// They do not.
        case open
    }

    /// Where it listens beside the Unix socket; empty for nowhere.
    public var listen = [ListenAddress(host: "localhost", port: ListenAddress.defaultPort)]
    /// Whether those who come over the network have to say who they are.
    public var access = Access.token
    /// Whether open access is meant for other machines too.
    public var allowsPublic = false
    /// Names of this machine that browsers use, in lower case, beside `localhost` and addresses.
    public var names: [String] = []
    /// Connections at once.
    public var connections = 12_000
    /// Connections at once of one address, this machine's own not counted.
    public var connectionsPerAddress = 256

    /// The built-in defaults.
    public init() {}

    /// Two places to listen at that are one; nil where there are none.
    var overlap: String? {
        for (index, first) in listen.enumerated() {
            guard let second = listen[(index + 1)...].first(where: first.overlaps) else { continue }
            return "\(first) and \(second) cover the same address: leave one of them, or give it another port"
        }
        return nil
    }
}

extension SettingKey {
    /// The settings of `[http]`.
    static let http = [listen, access, allowPublic, names, connections, connectionsPerAddress]

    static let listen = SettingKey(
        section: "http", name: "listen",
        expected: "addresses such as localhost:8947, 192.168.1.5:8947 or [::1]:8947 with commas between, or none",
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

    private static let allowPublic = flag("http", "allow-public", \.http.allowsPublic)

    private static let names = SettingKey(
        section: "http", name: "names", expected: "names of this machine such as box.local, with commas between",
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
    /// What stands between commas, without the blanks around it.
    var commaSeparated: [String] {
        split(separator: ",", omittingEmptySubsequences: false).map {
            $0.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
        }
    }

    /// Whether it is letters, digits and hyphens with dots between.
    fileprivate var isHostName: Bool {
        utf8.count <= 253
            && split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
                !label.isEmpty && label.utf8.allSatisfy(\.isHostNameByte)
            }
    }
}

extension UInt8 {
    /// Whether it is a letter, a digit, a hyphen or, as some networks have it, an underscore.
    var isHostNameByte: Bool {
        switch self {
        case 48...57, 65...90, 97...122, UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }
}
