/// The functions that ``HistoryWriter`` calls, all on its own thread.
public struct RecorderCallbacks: Sendable {
    /// Called after the first attempt to open the file, and after its failure was reported.
    public var onOpenAttempt: @Sendable () -> Void
    /// Called after new points were committed.
    public var onCommit: @Sendable () -> Void
    /// Returns the number of the last late run that all readers of a history have read; nil to keep every run.
    ///
    /// Called once an hour with the identity of the history. Nil if nothing reads the runs.
    public var readLateRuns: (@Sendable (_ identity: String?) -> Int64?)?
    /// Receives events.
    public var report: @Sendable (RecorderEvent) -> Void

    /// Creates callbacks; without others than the report, nothing else is called.
    public init(
        onOpenAttempt: @escaping @Sendable () -> Void = {}, onCommit: @escaping @Sendable () -> Void = {},
        readLateRuns: (@Sendable (_ identity: String?) -> Int64?)? = nil,
        report: @escaping @Sendable (RecorderEvent) -> Void
    ) {
        self.onOpenAttempt = onOpenAttempt
        self.onCommit = onCommit
        self.readLateRuns = readLateRuns
        self.report = report
    }
}
