import Basics
import Location

/// Makes of a stay one point a minute in place of thousands that are alike.
///
/// A stay's last point passes as well, together with the first one after it: it tells when the stay ended.
struct StationaryFilter {
    private static let interval: Duration = .seconds(60)
    /// Metres; a receiver at rest wanders as far.
    private static let maxDrift = 10.0

    private var lastRecorded: TrackPoint?
    private var withheld: TrackPoint?

    /// Answers what is to be recorded now that a point has come: nothing, it, or what was held back before it too.
    mutating func filter(_ point: TrackPoint) -> [TrackPoint] {
        if let lastRecorded, isMoreOfTheSame(lastRecorded, point) {
            withheld = point
            return []
        }
        let isMinuteOver = lastRecorded.map { isSameStay($0, point) } ?? false
        defer {
            lastRecorded = point
            withheld = nil
        }
        return isMinuteOver ? [point] : [withheld, point].compactMap { $0 }
    }

    /// The last point of a stay that still goes on; nil where it has passed.
    mutating func finish() -> TrackPoint? {
        defer { withheld = nil }
        return withheld
    }

    private func isMoreOfTheSame(_ kept: TrackPoint, _ point: TrackPoint) -> Bool {
        isSameStay(kept, point) && point.timestamp - kept.timestamp < Self.interval
    }

    private func isSameStay(_ kept: TrackPoint, _ point: TrackPoint) -> Bool {
        guard kept.motion == .stationary, point.motion == .stationary, kept.fix.device == point.fix.device,
            point.timestamp >= kept.timestamp
        else { return false }
        let radii = [kept, point].compactMap { $0.fix.horizontalAccuracy?.radius }
        return kept.coordinate.distance(to: point.coordinate) <= max(Self.maxDrift, radii.max() ?? 0)
    }
}
