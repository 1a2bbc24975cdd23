/// What waits in memory because the history cannot be written.
public struct HistoryOutage: Hashable, Sendable {
    /// Why the last attempt failed, on one line.
    public let reason: String
    /// The number of fixes that wait.
    public var fixes: Int
    /// The number of place events that wait.
    public var events: Int
    /// The number of fixes that were dropped since the outage began, because too many wait.
    public var lost: Int

    /// Creates an outage.
    public init(reason: String, fixes: Int, events: Int = 0, lost: Int = 0) {
        self.reason = reason
        self.fixes = fixes
        self.events = events
        self.lost = lost
    }
}

extension HistoryRecorder {
    /// The outage since the last attempt to write points or events failed; nil while writing works.
    var outage: HistoryOutage? {
        guard let reason = commitFailure, [.commitPoints, .commitEvents].contains(where: { retryTimes[$0] != nil })
        else { return nil }
        return HistoryOutage(
            reason: reason, fixes: pendingPoints.points.count, events: pendingEvents.events.count,
            lost: pendingPoints.dropped)
    }
}
