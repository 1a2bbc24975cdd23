public import Basics
import Location

/// A shift of the times of a receiver that is whole periods of GPS weeks behind.
///
/// The week number of the GPS signal has ten bits (IS-GPS-200, 20.3.3.3.1.1): the firmware of a receiver knows the period
/// only up to some date.
public struct WeekShift: Hashable, Sendable {
    /// The number of weeks after which the number in the signal begins again.
    public static let period = 1024

    /// The number of weeks that are added, a multiple of ``period``.
    public let weeks: Int
    private let latest: Timestamp

    /// Creates a shift by a number of weeks; a point that would be in the future is not behind.
    public init(weeks: Int, now: Timestamp) {
        self.weeks = weeks
        latest = now + .seconds(86_400)
    }

    /// Returns the largest number of weeks by which a time may be behind; nil if it is not.
    public static func possible(for time: Timestamp, now: Timestamp) -> WeekShift? {
        [2 * period, period].lazy.map { WeekShift(weeks: $0, now: now) }.first { $0.shifted(time) != nil }
    }

    /// Returns the later time; nil if it would be in the future.
    public func shifted(_ time: Timestamp) -> Timestamp? {
        let shifted = time + .seconds(weeks * 604_800)
        return shifted <= latest ? shifted : nil
    }

    /// Returns the point at the later time; nil if that would be in the future.
    func shifted(_ point: TrackPoint) -> TrackPoint? {
        var fix = point.fix
        fix.timestamp = shifted(point.timestamp)
        return TrackPoint(
            fix, motion: point.motion, satellitesUsed: point.satellitesUsed, integrity: point.integrity)
    }
}

extension ParsedTrack {
    /// Shifts the points that have not been removed, and counts those that are shifted.
    public mutating func apply(_ shift: WeekShift) {
        for index in points.indices {
            guard let point = shift.shifted(points[index]) else { continue }
            points[index] = point
            note(shift.weeks == WeekShift.period ? .weeksAdded : .twicePeriodAdded)
        }
    }
}
