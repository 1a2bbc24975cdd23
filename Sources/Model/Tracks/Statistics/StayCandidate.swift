import Basics
public import Location

/// The points since a place where a stay may have begun.
struct StayCandidate: Sendable {
    /// The first point.
    let anchor: TrackPoint
    private(set) var last: TrackPoint
    private(set) var distance = 0.0
    private(set) var moving: Duration = .zero
    private(set) var standing: Duration = .zero
    private(set) var unknown: Duration = .zero
    private(set) var gapDistance = 0.0
    private let frame: LocalFrame
    private var sum = LocalVector()
    private var count = 1

    init(at point: TrackPoint) {
        anchor = point
        last = point
        frame = LocalFrame(origin: point.coordinate)
    }

    /// The mean of all positions.
    var centroid: Coordinate { frame.coordinate(of: sum * (1 / Double(count))) }

    /// The time covered by fixes.
    var covered: Duration { moving + standing }

    /// The time from the first point to the last.
    var duration: Duration { last.timestamp - anchor.timestamp }

    /// Returns true if a point is at the place of the first one.
    func contains(_ point: TrackPoint, rule: StayRule) -> Bool { rule.isOnePlace(anchor, point) }

    /// Adds the next point and the step to it.
    mutating func add(_ step: TrackStep, to point: TrackPoint) {
        switch step {
        case .gap(let time, let metres):
            unknown += time
            gapDistance += metres
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

/// The definition of a stay: within a radius for a minimum duration.
///
/// A stationary receiver's position varies by tens of metres in towns, and a pedestrian covers fifty metres in less
/// than five minutes. Traffic lights, stops in traffic jams and unloading are shorter.
public struct StayRule: Hashable, Sendable {
    /// Metres around the start of the stay.
    public var radius = 50.0
    /// Metres; the maximum for the sum of both points' accuracies where it exceeds ``radius``.
    public var maxRadius = 200.0
    /// The minimum duration of a stay, and of a gap that ends a trip or a stay elsewhere.
    public var minDuration: Duration = .seconds(300)
    /// Metres per second; slower motion counts as standing if the fixes have no state of motion.
    public var maxStandingSpeed = 0.5

    /// Creates a rule with default limits.
    public init() {}

    /// Returns true if two points are at one place.
    public func isOnePlace(_ first: TrackPoint, _ second: TrackPoint) -> Bool {
        let radii = [first, second].map { $0.fix.horizontalAccuracy?.radius ?? 0 }
        let limit = max(radius, min(radii[0] + radii[1], maxRadius))
        return first.coordinate.distance(to: second.coordinate) <= limit
    }
}

/// A step between two points of a track.
enum TrackStep: Sendable {
    /// Unknown for a duration, by a distance in metres.
    case gap(Duration, Double)
    /// Standing for a duration.
    case standing(Duration)
    /// Moving for a duration, by a distance in metres.
    case moving(Duration, Double)

    /// Classifies a step by both points' state of motion, then by its mean speed.
    init(from: TrackPoint, to: TrackPoint, isGap: Bool, rule: StayRule) {
        let time = Duration.milliseconds(max(0, to.timestamp.milliseconds &- from.timestamp.milliseconds))
        if isGap {
            self = .gap(time, from.coordinate.distance(to: to.coordinate))
        } else if from.motion == .stationary, to.motion == .stationary {
            self = .standing(time)
        } else {
            let metres = from.coordinate.distance(to: to.coordinate)
            let isMoving =
                from.motion == .moving && to.motion == .moving || metres > rule.maxStandingSpeed * time.inSeconds
            self = isMoving ? .moving(time, metres) : .standing(time)
        }
    }
}
