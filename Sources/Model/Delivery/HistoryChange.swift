/// The changes of the history by a commit.
public struct HistoryChange: Hashable, Sendable {
    /// Points that entered the history behind its newest point.
    public struct LateRun: Hashable, Sendable {
        /// The number, which grows with each run.
        public let id: Int64
        /// The span of the points.
        public let span: LateSpan
        /// True if the history has no point as late as its end: all that it had from its beginning on was removed.
        public let isRemoval: Bool

        /// Creates a run.
        public init(id: Int64, span: LateSpan, isRemoval: Bool = false) {
            self.id = id
            self.span = span
            self.isRemoval = isRemoval
        }
    }

    /// The identity of the history; nil if it has none.
    public var identity: String?
    /// The number of its last late run, 0 for none.
    public var lastLateID: Int64
    /// Late runs that may be new, in order.
    public var lateRuns: [LateRun]

    /// Creates a change.
    public init(identity: String?, lastLateID: Int64, lateRuns: [LateRun]) {
        self.identity = identity
        self.lastLateID = lastLateID
        self.lateRuns = lateRuns
    }
}
