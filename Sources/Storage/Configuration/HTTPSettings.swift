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
