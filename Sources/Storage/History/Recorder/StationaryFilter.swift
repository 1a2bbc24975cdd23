import Basics
import Location

/// Reduces a stay to one point per minute.
///
/// The last point of a stay passes with the first one after it, because it marks the end of the stay.
struct StationaryFilter {
    private static let interval: Duration = .seconds(60)
    /// Metres by which the position of a stationary receiver drifts.
    private static let maxDrift = 10.0

    private var lastRecorded: TrackPoint?
    private var withheld: TrackPoint?

    /// Returns the points to record after a new point: none, the point, or also the withheld one before it.
    mutating func filter(_ point: TrackPoint) -> [TrackPoint] {
        if let lastRecorded, isRedundant(lastRecorded, point) {
            withheld = point
            return []
        }
        let isMinuteOver = isStay(point)
        defer {
            lastRecorded = point
            withheld = nil
        }
        return isMinuteOver ? [point] : [withheld, point].compactMap { $0 }
    }

    /// Returns true if a new point belongs to the stay of the last one that was recorded.
    func isStay(_ point: TrackPoint) -> Bool { lastRecorded.map { isSameStay($0, point) } ?? false }

    /// Returns the withheld last point of a stay in progress, after which the next minute begins; nil if it was recorded.
    mutating func release() -> TrackPoint? {
        guard let point = withheld else { return nil }
        (lastRecorded, withheld) = (point, nil)
        return point
    }

    private func isRedundant(_ last: TrackPoint, _ point: TrackPoint) -> Bool {
        isSameStay(last, point) && point.timestamp - last.timestamp < Self.interval
    }

    private func isSameStay(_ last: TrackPoint, _ point: TrackPoint) -> Bool {
        // The motion of a claim is unknown.
        let isResting = last.integrity == .contradicted || last.motion == .stationary && point.motion == .stationary
        guard isResting, last.fix.device == point.fix.device, last.integrity == point.integrity,
            point.timestamp >= last.timestamp
        else { return false }
        let radii = [last, point].compactMap { $0.fix.horizontalAccuracy?.radius }
        return last.coordinate.distance(to: point.coordinate) <= max(Self.maxDrift, radii.max() ?? 0)
    }
}
