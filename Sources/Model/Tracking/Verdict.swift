/// What was decided about one epoch.
public enum Verdict: Hashable, Sendable {
    /// It is the position now.
    case accepted
    /// It repeats the position and accuracy of the one before: still true, and nothing new to draw.
    case duplicate
    /// It is not used.
    case rejected(Rejection)

    /// One word for programs: `accepted`, `duplicate` or `rejected`.
    public var name: String {
        switch self {
        case .accepted: "accepted"
        case .duplicate: "duplicate"
        case .rejected: "rejected"
        }
    }

    /// Why an epoch is not used; nil when it is.
    public var rejection: Rejection? {
        if case .rejected(let rejection) = self { rejection } else { nil }
    }
}
