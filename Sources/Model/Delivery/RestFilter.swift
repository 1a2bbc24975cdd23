import Basics
import Location

/// Keeps live reports of a machine at rest from being repeated each second.
///
/// Fixes of the history count too, so that a report at rest is the fix that the history keeps of that minute, and is sent
/// once.
struct RestFilter: Sendable {
    /// The time by which a fix may be early: receivers do not keep exact time.
    private static let tolerance: Duration = .milliseconds(500)
    /// Metres from which a machine at rest is at another place.
    private static let maxDrift = 50.0

    private let interval: Duration?
    /// The last fix that was sent as a live report.
    private var sent: TrackPoint?
    /// The newest fix that was read from the history since.
    private var recorded: TrackPoint?

    /// Creates a filter; with nil it filters nothing.
    init(interval: Duration?) {
        self.interval = interval
    }

    /// Returns true for a fix at rest within the interval of another one at the same place.
    func repeats(_ point: TrackPoint) -> Bool {
        [sent, recorded].contains { other in other.map { isRepeated($0, by: point) } ?? false }
    }

    private func isRepeated(_ other: TrackPoint, by point: TrackPoint) -> Bool {
        guard let interval, point.motion == .stationary, other.motion == .stationary else { return false }
        let (elapsed, overflow) = point.timestamp.milliseconds.subtractingReportingOverflow(
            other.timestamp.milliseconds)
        // A time that jumped shows nothing about the present.
        guard !overflow, elapsed.magnitude < UInt64(max(0, (interval - Self.tolerance).milliseconds)) else {
            return false
        }
        return other.coordinate.distance(to: point.coordinate) < Self.maxDrift
    }

    /// Records a fix that is sent as a live report.
    mutating func send(_ point: TrackPoint) {
        sent = point
        if point.motion != .stationary { recorded = nil }
    }

    /// Records a fix that was read from the history.
    mutating func record(_ point: TrackPoint) {
        recorded = point
    }
}
