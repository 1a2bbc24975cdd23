/// Whether those who come over the network have to say who they are.
public enum AccessMode: String, CaseIterable, Hashable, Sendable {
    /// They do, by a token or a session.
    case token
    /// They do not.
    case open
}
