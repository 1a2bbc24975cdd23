/// What a token lets a program do.
public enum Scope: String, CaseIterable, Hashable, Sendable {
    /// To read positions: all that answers to `GET` below `/v1`.
    case read
    /// To read the metrics, which tell no position.
    case metrics
}
