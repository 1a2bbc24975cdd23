/// How many positions were refused lately, and why most of them were.
public struct RejectionSummary: Hashable, Sendable {
    /// The positions that were refused.
    public var count: Int
    /// All positions that were looked at, those refused among them.
    public var epochs: Int
    /// How far back these go.
    public var window: Duration
    /// The commonest reason in one word, such as `inaccurate`.
    public var reason: String
    /// That reason in general words for people, with the numbers of a late case.
    public var explanation: String

    /// Makes a summary.
    public init(count: Int, epochs: Int, window: Duration, reason: String, explanation: String) {
        self.count = count
        self.epochs = epochs
        self.window = window
        self.reason = reason
        self.explanation = explanation
    }
}
