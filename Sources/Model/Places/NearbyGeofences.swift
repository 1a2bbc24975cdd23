import Location

/// What is around a position: a map, and the fences that have to be looked at as long as one does not go far.
struct NearbyGeofences: Sendable {
    /// Metres from the position to the borders of all other fences, at least.
    let reach: Double
    let neighbours: [Neighbour]
    private let map: LocalFrame

    init(around coordinate: Coordinate, reach: Double, neighbours: (LocalFrame) -> [Neighbour]) {
        map = LocalFrame(origin: coordinate)
        self.reach = reach
        self.neighbours = neighbours(map)
    }

    /// Metres on the map; nil outside it, where other fences may have to be looked at.
    func offset(of coordinate: Coordinate) -> LocalVector? {
        let spot = map.offset(of: coordinate)
        return spot.length < reach * 0.99 ? spot : nil
    }
}

/// A fence that each fix is held against.
struct Neighbour: Sendable {
    /// Which of the watch's fences.
    let index: Int
    let shape: FlatShape
}

/// A circle in which no border is, all fences being on the side that was decided: as long as one stays there, nothing
/// has to be looked at.
struct SafeZone: Sendable {
    /// Metres in a degree of latitude or longitude, at most: at the poles, along a meridian.
    private static let metresPerDegree = 111_700.0

    private let middle: Coordinate
    /// Degrees.
    private let radius: Double

    init(around middle: Coordinate, radius: Double) {
        self.middle = middle
        self.radius = radius / Self.metresPerDegree
    }

    /// Whether a position is in the circle for certain.
    ///
    /// North and east together are never shorter than the way, and cost no sine; across the antimeridian it is never
    /// certain.
    func contains(_ coordinate: Coordinate) -> Bool {
        (coordinate.latitude - middle.latitude).magnitude + (coordinate.longitude - middle.longitude).magnitude < radius
    }
}

/// The ball around a place, in Earth-centred metres: what tells at once that a place is far away.
///
/// The straight line through the Earth is never longer than the way along its surface.
struct BoundingSphere: Sendable {
    /// A way along the surface is at most so many times the straight line, up to 3,000 km.
    private static let bend = 1.01

    private let x, y, z: Double
    private let radius: Double
    /// Whether the whole ball belongs to the place.
    private let isWhole: Bool
    /// The side of its place that was decided; kept here too, since all balls are looked through at once.
    var side: PlaceSide?
    /// Whether fixes of late were on the other side.
    var hasPendingTransition: Bool

    /// Nil for what cannot be: a coordinate is finite.
    init?(_ fence: Geofence) {
        let (shape, surrounding) = (fence.place.shape, fence.place.shape.boundingCircle)
        (side, hasPendingTransition) = (fence.side, fence.hasPendingTransition)
        guard let centre = ECEFVector(surrounding.centre) else { return nil }
        (x, y, z) = (centre.x, centre.y, centre.z)
        radius = surrounding.radius
        if case .circle = shape { isWhole = true } else { isWhole = false }
    }

    /// Metres from a position to the place's border, at least; below 0 inside; nil where it may be less than a limit.
    func distance(from position: ECEFVector, beyond limit: Double) -> Double? {
        let (east, north, up) = (position.x - x, position.y - y, position.z - z)
        let square = east * east + north * north + up * up
        let outside = radius + limit
        if square > outside * outside { return square.squareRoot() - radius }
        guard isWhole, radius > limit, case let inside = (radius - limit) / Self.bend, square < inside * inside
        else { return nil }
        return square.squareRoot() * Self.bend - radius
    }
}

extension ECEFVector {
    /// A coordinate on the ellipsoid.
    init?(_ coordinate: Coordinate) {
        self.init(GeodeticPosition(coordinate: coordinate, ellipsoidalAltitude: 0))
    }
}
