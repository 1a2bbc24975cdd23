import Basics
import Location

/// What is gone through since a place at which a stay may have begun.
struct StayCandidate: Sendable {
    /// The point at which it began.
    let anchor: TrackPoint
    private(set) var last: TrackPoint
    private(set) var distance = 0.0
    private(set) var moving: Duration = .zero
    private(set) var standing: Duration = .zero
    private(set) var unknown: Duration = .zero
    private let frame: LocalFrame
    private var sum = LocalVector()
    private var count = 1

    init(at point: TrackPoint) {
        anchor = point
        last = point
        frame = LocalFrame(origin: point.coordinate)
    }

    /// The middle of its points.
    var centroid: Coordinate { frame.coordinate(of: sum * (1 / Double(count))) }

    /// Time covered by points.
    var covered: Duration { moving + standing }

    /// All time from its first point to its last.
    var duration: Duration { last.timestamp - anchor.timestamp }

    /// Whether a point is still at the place where it began.
    func contains(_ point: TrackPoint, rule: StayRule) -> Bool {
        let radii = [anchor, point].map { $0.fix.horizontalAccuracy?.radius ?? 0 }
        let limit = max(rule.radius, min(radii[0] + radii[1], rule.maxRadius))
        return anchor.coordinate.distance(to: point.coordinate) <= limit
    }

    /// Takes the next point and what lies between.
    mutating func add(_ step: TrackStep, to point: TrackPoint) {
        switch step {
        case .gap(let time): unknown += time
        case .standing(let time): standing += time
        case .moving(let time, let metres):
            moving += time
            distance += metres
        }
        last = point
        sum = sum + frame.offset(of: point.coordinate)
        count += 1
    }
}

/// What counts as a stay: to be within some metres for some minutes.
///
/// A receiver that stands strays by tens of metres in town, and nobody who walks takes five minutes for fifty metres;
/// a traffic light, a jam's stop and an unloading are over sooner.
public struct StayRule: Hashable, Sendable {
    /// Metres around where the stay began.
    public var radius = 50.0
    /// Metres that the accuracies of both points can add up to at most, where they are worse than ``radius``.
    public var maxRadius = 200.0
    /// How long a stay is at least.
    public var minDuration: Duration = .seconds(300)
    /// Metres per second below which it stands for the moment, where nothing else tells.
    public var maxStandingSpeed = 0.5

    /// Makes the rule with its usual limits.
    public init() {}
}

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
