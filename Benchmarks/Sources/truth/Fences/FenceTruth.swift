import Basics
import Location
import Places

/// One fence, the side that the truth is on, and what was told of it.
struct FenceTruth {
    /// Seconds that a crossing may take to be told, beyond the dwell time.
    static let patience = 5.0

    private let shape: PlaceShape
    private let dwell: Double
    private let map: LocalFrame
    private let extent: Double

    /// Metres from the truth to the border; below 0 inside.
    private(set) var distance = Double.infinity
    private var side: PlaceSide?
    /// When the truth came to this side, and to the other one before.
    private var since = Duration.zero
    /// The last side that was told.
    private var told: PlaceSide?
    private var isSlow = false
    private var isLate = false
    /// Since when it is farther from the border than positions can be wrong; nil while it is not.
    private var clearSince: Duration?
    private(set) var score = FenceScore()

    init(_ place: Place) {
        shape = place.shape
        dwell = place.dwell.inSeconds
        let (centre, radius) = Self.surrounding(place.shape)
        map = LocalFrame(origin: centre)
        extent = radius
    }

    private static func surrounding(_ shape: PlaceShape) -> (Coordinate, Double) {
        switch shape {
        case .circle(let circle): return (circle.centre, circle.radius)
        case .polygon(let polygon):
            let corners = polygon.rings.first ?? []
            let centre = corners.first ?? Coordinate(clampingLatitude: 0, longitude: 0)
            return (centre, corners.map(centre.distance).max() ?? 0)
        }
    }

    /// The truth goes on.
    mutating func move(to coordinate: Coordinate, at uptime: Duration) {
        // Far away the straight line on a map is enough.
        let away = map.offset(of: coordinate).length - extent
        distance = away > 3000 ? away : shape.signedDistance(to: coordinate)
        let now: PlaceSide = distance <= 0 ? .inside : .outside
        guard side != now else { return }
        (side, since, isSlow, isLate, clearSince) = (now, uptime, false, false, nil)
        if told == nil, now == .outside { told = .outside }
    }

    /// All that came at a moment has been told.
    ///
    /// - Parameters:
    ///   - uptime: that moment.
    ///   - knownSince: since when positions come: a crossing cannot be told before.
    ///   - radius: metres by which the position that is shown may be off, so that twice as far nobody can be in doubt.
    mutating func judge(at uptime: Duration, knownSince: Duration, radius: Double) {
        clearSince = distance.magnitude > 2 * radius ? clearSince ?? uptime : nil
        guard told != side, (uptime - max(since, knownSince)).inSeconds > dwell + Self.patience else { return }
        if !isSlow { score.slow += 1 }
        isSlow = true
        // Whoever lingers at the border is given the patience from when it is clear of it.
        guard let clearSince, (uptime - clearSince).inSeconds > Self.patience, !isLate else { return }
        isLate = true
        score.late += 1
        score.lateDepths.append(distance.magnitude)
    }

    /// An event is told.
    mutating func hear(_ event: GeofenceTransition, at uptime: Duration, knownSince: Duration) {
        let said: PlaceSide = event.kind == .enter ? .inside : .outside
        // To be told of a crossing when the truth has just gone back is no fault of the watch.
        let isTrue = said == side || (uptime - since).inSeconds <= Self.patience
        if !isTrue || said == told { score.untrue += 1 }
        if said == side {
            score.told += 1
            score.longest = max(score.longest, (uptime - max(since, knownSince)).inSeconds - dwell)
        }
        told = said
    }
}
