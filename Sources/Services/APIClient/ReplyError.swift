/// Why bytes are no answer of the daemon.
public enum ReplyError: Error, Hashable, Sendable, CustomStringConvertible {
    /// They are no HTTP, or more of it than is understood here.
    case noHTTP
    /// They end before the answer does.
    case cut

    /// What is wrong and what would work, without the path.
    public var description: String {
        switch self {
        case .noHTTP: "what answers there is not whereismyd"
        case .cut: "the answer broke off, ask again"
        }
    }
}
