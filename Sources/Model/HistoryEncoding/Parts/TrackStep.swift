import Basics
public import Location

/// A step between two consecutive points of a track, in milliseconds and micrometres.
public enum TrackStep: Hashable, Sendable {
    /// Unknown for a time, across a distance.
    case gap(time: Int64, distance: Int64)
    /// Standing for a time.
    case standing(time: Int64)
    /// Moving for a time, over a distance.
    case moving(time: Int64, distance: Int64)

    /// Classifies a step by both points' state of motion, then by its mean speed.
    ///
    /// One that no vehicle can make is a gap without a distance.
    public init(from: TrackPoint, to: TrackPoint, isGap: Bool, rule: StayRule = StayRule()) {
        let passed = to.timestamp.milliseconds.subtractingReportingOverflow(from.timestamp.milliseconds)
        let time = passed.overflow ? 0 : max(0, passed.partialValue)
        guard isGap || from.motion != .stationary || to.motion != .stationary else {
            self = .standing(time: time)
            return
        }
        let metres = from.coordinate.distance(to: to.coordinate)
        let distance = Steps.micrometres(metres)
        let isImpossible = JumpRule().isImpossible(after: time, metres: metres, to: to)
        let isMoving = from.motion == .moving && to.motion == .moving
        if isGap || isImpossible {
            self = .gap(time: time, distance: isImpossible ? 0 : distance)
        } else if isMoving || metres * 1000 > rule.maxStandingSpeed * Double(time) {
            self = .moving(time: time, distance: distance)
        } else {
            self = .standing(time: time)
        }
    }

    /// The time.
    public var duration: Duration {
        switch self {
        case .gap(let time, _), .standing(let time), .moving(let time, _): .milliseconds(time)
        }
    }
}

/// Conversions to whole steps, so that sums do not depend on the order in which they are added.
enum Steps {
    /// Larger magnitudes are cut, so that sums do not overflow.
    static let limit: Int64 = 1 &<< 50
    static let perDegree = 1e7

    static func micrometres(_ metres: Double) -> Int64 { whole(metres * 1e6) }

    static func whole(_ value: Double) -> Int64 {
        guard value.isFinite else { return 0 }
        return Int64(max(-Double(limit), min(value, Double(limit))).rounded())
    }

    /// Returns an angle of degrees in steps of 1e-7.
    static func degrees(_ value: Double) -> Int64 { whole(value * perDegree) }

    /// Returns a difference of longitudes in steps, the shorter way around.
    static func shorter(_ difference: Int64) -> Int64 {
        let around: Int64 = 3_600_000_000
        if difference > around / 2 { return difference - around }
        return difference < -around / 2 ? difference + around : difference
    }
}
