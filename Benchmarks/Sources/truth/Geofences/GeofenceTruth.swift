import Basics
import Location
import Places

/// A place with the true side and the reported side.
struct GeofenceTruth {
    /// Seconds after the dwell time within which a crossing must be reported.
    static let tolerance = 5.0

    private let shape: PlaceShape
    private let dwell: Double
    private let frame: LocalFrame
    private let extent: Double

    /// The true distance from the boundary, metres; negative inside.
    private(set) var distance = Double.infinity
    private var side: PlaceSide?
    /// The time of the last true crossing.
    private var since = Duration.zero
    /// The side that was reported last.
    private var reported: PlaceSide?
    private var isSlow = false
    private var isLate = false
    /// The time since which the boundary is farther away than the error of a position; nil while it is nearer.
    private var clearSince: Duration?
    private(set) var score = GeofenceScore()

    init(_ place: Place) {
        shape = place.shape
        dwell = place.dwell.inSeconds
        let circle = Self.enclosingCircle(of: place.shape)
        frame = LocalFrame(origin: circle.centre)
        extent = circle.radius
    }

    private static func enclosingCircle(of shape: PlaceShape) -> (centre: Coordinate, radius: Double) {
        switch shape {
        case .circle(let circle): return (circle.centre, circle.radius)
        case .polygon(let polygon):
            let corners = polygon.rings.first ?? []
            let centre = corners.first ?? Coordinate(clampingLatitude: 0, longitude: 0)
            return (centre, corners.map(centre.distance).max() ?? 0)
        }
    }

    /// Moves the true position.
    mutating func move(to coordinate: Coordinate, at uptime: Duration) {
        // Far away, the distance in the local frame is exact enough.
        let outside = frame.offset(of: coordinate).length - extent
        distance = outside > 3000 ? outside : shape.signedDistance(to: coordinate)
        let now: PlaceSide = distance <= 0 ? .inside : .outside
        guard side != now else { return }
        side = now
        since = uptime
        isSlow = false
        isLate = false
        clearSince = nil
        if reported == nil, now == .outside { reported = .outside }
    }

    /// Evaluates the time since the last crossing, after all events of a moment.
    ///
    /// - Parameters:
    ///   - uptime: the moment.
    ///   - knownSince: the start of the current positions; a crossing cannot be reported before.
    ///   - radius: the displayed radius in metres. The side is unambiguous at twice this distance from the boundary.
    mutating func evaluate(at uptime: Duration, knownSince: Duration, radius: Double) {
        clearSince = distance.magnitude > 2 * radius ? clearSince ?? uptime : nil
        guard reported != side, (uptime - max(since, knownSince)).inSeconds > dwell + Self.tolerance else { return }
        if !isSlow { score.slow += 1 }
        isSlow = true
        // While the true position stays at the boundary, the tolerance does not start.
        guard let clearSince, (uptime - clearSince).inSeconds > Self.tolerance, !isLate else { return }
        isLate = true
        score.late += 1
        score.lateDepths.append(distance.magnitude)
    }

    /// Records a reported transition.
    mutating func record(_ event: GeofenceTransition, at uptime: Duration, knownSince: Duration) {
        let eventSide: PlaceSide = event.kind == .enter ? .inside : .outside
        // A report of a crossing is still true shortly after the true position has gone back.
        let isTrue = eventSide == side || (uptime - since).inSeconds <= Self.tolerance
        if !isTrue || eventSide == reported { score.untrue += 1 }
        if eventSide == side {
            score.reported += 1
            score.longest = max(score.longest, (uptime - max(since, knownSince)).inSeconds - dwell)
        }
        reported = eventSide
    }
}
