import Basics
import History
import HistoryEncoding
import Location

/// The last point of a device before a period.
///
/// The step from it belongs to the period, so that the days of a week add up to the week, unless it is a gap that ends a
/// trip, which lies between the days.
struct LeadPoint: Sendable {
    let point: TrackPoint
    /// The interval that ended at the point; nil if there is none.
    let usual: Duration?

    init(point: TrackPoint, usual: Duration?) {
        self.point = point
        self.usual = usual
    }

    /// Finds the last point of a device before another one in a history; nil if a gap lies between.
    ///
    /// - Throws: `HistoryError`.
    init?(before first: TrackPoint, in history: any HistoryReader) throws {
        let device = first.fix.device
        let before = try history.neighbours(of: first.timestamp + .milliseconds(-1), device: device).before
        guard let before, first.timestamp - before.timestamp <= GapRule().maxStay else { return nil }
        let earlier = try history.neighbours(of: before.timestamp + .milliseconds(-1), device: device).before
        self.init(point: before, usual: earlier.map { before.timestamp - $0.timestamp })
    }

    /// Returns the step to the first point of the period; nil for a gap that lies between both.
    func step(to first: TrackPoint) -> TrackStep? {
        let gaps = GapRule()
        let time = first.timestamp - point.timestamp
        let isGap = gaps.isGap(from: point, to: first, usual: usual)
        guard !isGap || time < StayRule().minDuration || gaps.isSparse(time, usual: usual) else { return nil }
        return TrackStep(from: point, to: first, isGap: isGap)
    }
}
