import Basics
import Location

/// What a receiver has said in an epoch, to the last digit.
struct RawObservation: Sendable {
    private let coordinate: Coordinate?
    private let radius: Double?
    private let timestamp: Timestamp?
    private let altitude: Double?
    private let speed: Double?
    private let course: Double?
    private let climb: Double?

    /// Metres per second that no receiver at rest reports.
    private static let surelyMoving = 1.0

    init(_ fix: Fix) {
        (coordinate, radius, timestamp) = (fix.coordinate, fix.horizontalAccuracy?.radius, fix.timestamp)
        (altitude, speed) = (fix.ellipsoidalAltitude ?? fix.altitude, fix.speed)
        (course, climb) = (fix.course, fix.climb)
    }

    /// The original's test of a repeated location: the same latitude, longitude and accuracy.
    func hasSamePosition(as other: RawObservation) -> Bool { coordinate == other.coordinate && radius == other.radius }

    /// Whether it is nothing but what was said before: at the same time, or on the move, where no two moments are alike.
    ///
    /// Something on the way from the receiver hangs then, and the position grows old.
    func isRepetition(of other: RawObservation) -> Bool {
        guard hasSamePosition(as: other), altitude == other.altitude, speed == other.speed, course == other.course,
            climb == other.climb
        else { return false }
        return (timestamp != nil && timestamp == other.timestamp) || (speed ?? 0) > Self.surelyMoving
    }
}
