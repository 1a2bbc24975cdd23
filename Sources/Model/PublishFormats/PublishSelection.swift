public import Basics
public import Location

/// The fixes that a destination receives.
public enum PublishSelection: Hashable, Sendable {
    /// Every fix of the history.
    case all
    /// A fix when an interval has passed since the last one sent, or that many metres are travelled, whichever comes
    /// first; nil for no such limit. At least one is not nil.
    case thinned(interval: Duration?, distance: Double?)

    /// The share of an interval by which a fix may be early: receivers do not keep exact time.
    private static let tolerance = 0.95

    /// Returns true if a fix is to be sent.
    ///
    /// - Parameters:
    ///   - timestamp: the time of the fix.
    ///   - coordinate: the position of the fix.
    ///   - last: the last fix that was sent; nil for none.
    /// - Returns: true for the first fix, and for one before the last.
    public func selects(
        _ timestamp: Timestamp, _ coordinate: Coordinate, after last: (timestamp: Timestamp, coordinate: Coordinate)?
    ) -> Bool {
        guard case .thinned(let interval, let distance) = self, let last else { return true }
        let (elapsed, overflow) = timestamp.milliseconds.subtractingReportingOverflow(last.timestamp.milliseconds)
        // A fix that entered the history late belongs to another stretch of the track.
        guard !overflow, elapsed >= 0 else { return true }
        if let interval, elapsed >= (interval * Self.tolerance).milliseconds { return true }
        return distance.map { last.coordinate.distance(to: coordinate) >= $0 } ?? false
    }
}
