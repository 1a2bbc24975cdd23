import Basics
public import Location

/// The choice of fixes to send: all, or at most one in an interval and a distance.
public struct FixSelection: Hashable, Sendable {
    /// The minimum time between two fixes; nil for no limit.
    public var interval: Duration?
    /// The minimum distance between two fixes in metres; nil for no limit.
    public var distance: Double?

    private var last: TrackPoint?

    /// The share of an interval by which a fix may be early: receivers do not keep exact time.
    private static let tolerance = 0.95

    /// Creates a selection; the defaults select all fixes.
    public init(interval: Duration? = nil, distance: Double? = nil) {
        self.interval = interval
        self.distance = distance
    }

    /// Returns true if the fix is to be sent: one of the limits is reached since the last selected one.
    public mutating func selects(_ point: TrackPoint) -> Bool {
        guard let last, interval != nil || distance != nil, point.timestamp >= last.timestamp else {
            self.last = point
            return true
        }
        let isDue = interval.map { point.timestamp - last.timestamp >= $0 * Self.tolerance } ?? false
        let isFar = distance.map { point.coordinate.distance(to: last.coordinate) >= $0 } ?? false
        guard isDue || isFar else { return false }
        self.last = point
        return true
    }

    /// Takes a fix as the last selected one; with nil, the next one is selected.
    mutating func restart(after point: TrackPoint?) { last = point }
}
