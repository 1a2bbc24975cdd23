import Basics
public import Location

/// The definition of a position that no vehicle can have reached, for points that are known together with later ones.
///
/// The live gate (`OutlierGate` of `Tracking`) has the same limits, and knows only the past.
public struct JumpRule: Hashable, Sendable {
    /// Metres, and radii of accuracy, by which a fix may be off anyway.
    private static let minJump = 25.0
    private static let jumpRadii = 1.5
    /// The acceleration in m/s² and the speed in m/s of nearly all vehicles.
    private static let maxAcceleration = 4.0
    private static let usualMaxSpeed = 100.0
    /// The speed of an airliner in a jet stream in m/s.
    public static let maxSpeed = 350.0
    /// Metres by which a position may be off at that.
    private static let tolerance = 100.0
    /// The seconds after which also an airliner has got there.
    private static let maxInterval = 10.0
    /// Metres in a degree, about.
    private static let perDegree = 110_500.0

    /// Creates the rule.
    public init() {}

    /// Returns true if a point is off the path between two others by more than a vehicle that turns there could be.
    ///
    /// The path is straight, at constant speed, so that a vehicle of any speed keeps to it.
    public func isOff(_ point: TrackPoint, from earlier: TrackPoint, to later: TrackPoint) -> Bool {
        isOff(
            point, from: SegmentPosition(timestamp: earlier.timestamp, coordinate: earlier.coordinate),
            to: SegmentPosition(timestamp: later.timestamp, coordinate: later.coordinate))
    }

    /// Returns the same for points of which only the time and the place are needed.
    func isOff(_ point: TrackPoint, from earlier: SegmentPosition, to later: SegmentPosition) -> Bool {
        let before = Self.seconds(from: earlier.timestamp, to: point.timestamp)
        let after = Self.seconds(from: point.timestamp, to: later.timestamp)
        let share = Self.share(of: point.timestamp, from: earlier.timestamp, to: later.timestamp)
        guard !Self.isNear(point.coordinate, from: earlier.coordinate, to: later.coordinate, share: share) else {
            return false
        }
        let (start, end) = (SurfacePosition(earlier.coordinate).point, SurfacePosition(later.coordinate).point)
        let off = (SurfacePosition(point.coordinate).point - (start + (end - start) * share)).length
        let turn = min(Self.maxAcceleration * before * after / 2, Self.usualMaxSpeed * min(before, after))
        return off > Self.allowance(point) + turn
    }

    /// Returns true if any of some points in chronological order is off the path between those beside it.
    ///
    /// Otherwise none of them is an outlier, which costs little to find out.
    public func hasJump(_ points: [TrackPoint]) -> Bool {
        guard points.count > 2 else { return points.count == 2 && isUnusual(from: points[0], to: points[1]) }
        // A span lends its points: an array copies each.
        let points = points.span
        for index in 1..<points.count - 1 {
            let (before, after) = (index - 1, index + 1)
            let share = Self.share(
                of: points[index].timestamp, from: points[before].timestamp, to: points[after].timestamp)
            // Most points are near, which is known from their places.
            let isNear = Self.isNear(
                points[index].coordinate, from: points[before].coordinate, to: points[after].coordinate, share: share)
            if !isNear, isOff(points[index], from: points[before], to: points[after]) { return true }
        }
        return false
    }

    /// Returns the share of a time that has passed at a moment.
    private static func share(of moment: Timestamp, from earlier: Timestamp, to later: Timestamp) -> Double {
        let (before, after) = (seconds(from: earlier, to: moment), seconds(from: moment, to: later))
        return before + after > 0 ? before / (before + after) : 0.5
    }

    /// Returns true if nothing but a rocket moves to a point over a distance in metres within some milliseconds.
    func isImpossible(after time: Int64, metres: Double, to point: TrackPoint) -> Bool {
        guard metres > Self.tolerance else { return false }
        return metres > Self.tolerance + Self.allowance(point) + Self.maxSpeed * Double(time) / 1000
    }

    /// Returns true if few vehicles move from one point to the next, or none after a longer time.
    public func isUnusual(from earlier: TrackPoint, to later: TrackPoint) -> Bool {
        let time = Self.seconds(from: earlier.timestamp, to: later.timestamp)
        let metres = earlier.coordinate.distance(to: later.coordinate)
        let speed = time > Self.maxInterval ? Self.maxSpeed : Self.usualMaxSpeed
        return metres > Self.allowance(later) + speed * time
    }

    /// Returns the seconds between two times, 0 in the wrong order; times of a damaged file may be further apart than a
    /// duration holds.
    private static func seconds(from earlier: Timestamp, to later: Timestamp) -> Double {
        max(0, Double(later.milliseconds) - Double(earlier.milliseconds)) / 1000
    }

    private static func allowance(_ point: TrackPoint) -> Double {
        max(minJump, jumpRadii * (point.fix.horizontalAccuracy?.radius ?? 0))
    }

    /// Returns true for a point that is near the path on a flat map, a comparison that costs little.
    ///
    /// Elsewhere a degree of longitude is shorter; across the antimeridian it returns false.
    private static func isNear(
        _ place: Coordinate, from start: Coordinate, to end: Coordinate, share: Double
    ) -> Bool {
        let limit = minJump / 2 / perDegree
        let north = place.latitude - start.latitude - (end.latitude - start.latitude) * share
        let east = place.longitude - start.longitude - (end.longitude - start.longitude) * share
        return abs(north) < limit && abs(east) < limit
    }
}
