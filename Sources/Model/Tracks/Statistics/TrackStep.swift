import Basics
import Location

/// What lies between two points of a track.
enum TrackStep: Sendable {
    /// Nothing is known of it.
    case gap(Duration)
    /// It stood.
    case standing(Duration)
    /// It moved by so many metres.
    case moving(Duration, Double)

    /// Tells by what both points say of their motion, then by the way between them.
    init(from: TrackPoint, to: TrackPoint, isGap: Bool, rule: StayRule) {
        let time = Duration.milliseconds(max(0, to.timestamp.milliseconds &- from.timestamp.milliseconds))
        if isGap {
            self = .gap(time)
        } else if from.motion == .stationary, to.motion == .stationary {
            self = .standing(time)
        } else {
            let metres = from.coordinate.distance(to: to.coordinate)
            let isMoving = from.motion == .moving && to.motion == .moving || metres > rule.maxStandingSpeed * time.inSeconds
            self = isMoving ? .moving(time, metres) : .standing(time)
        }
    }
}
