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
