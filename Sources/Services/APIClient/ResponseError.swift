/// Why bytes are no answer of the daemon.
public enum ResponseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// They are no HTTP, or more of it than is understood here.
    case notHTTP
    /// They end before the answer does.
    case truncated

    /// What is wrong and what would work, without the path.
    public var description: String {
        switch self {
        case .notHTTP: "what answers there is not whereismyd"
        case .truncated: "the answer broke off, ask again"
        }
    }
}
