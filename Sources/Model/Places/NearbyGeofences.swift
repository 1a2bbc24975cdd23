import Location

/// The surroundings of a position: a local plane and the geofences to evaluate while the machine stays near.
struct NearbyGeofences: Sendable {
    /// The minimum distance in metres from the position to the borders of all other geofences.
    let reach: Double
    let neighbours: [Neighbour]
    private let map: LocalFrame

    init(around coordinate: Coordinate, reach: Double, neighbours: (LocalFrame) -> [Neighbour]) {
        map = LocalFrame(origin: coordinate)
        self.reach = reach
        self.neighbours = neighbours(map)
    }

    /// Returns the offset on the plane in metres; nil outside, where other geofences may need evaluation.
    func offset(of coordinate: Coordinate) -> LocalVector? {
        let point = map.offset(of: coordinate)
        return point.length < reach * 0.99 ? point : nil
    }
}

/// A geofence near enough to be evaluated with each fix.
struct Neighbour: Sendable {
    /// The index of the geofence in the monitor.
    let index: Int
    let shape: FlatShape
}

/// A circle without borders in which every geofence is on its decided side: within it, nothing needs to be evaluated.
struct SafeZone: Sendable {
    /// The maximum length of a degree of latitude or longitude in metres: at the poles, along a meridian.
    private static let metresPerDegree = 111_700.0

    private let centre: Coordinate
    /// The radius in degrees.
    private let radius: Double

    init(around centre: Coordinate, radius: Double) {
        self.centre = centre
        self.radius = radius / Self.metresPerDegree
    }

    /// Returns true if a coordinate is certainly in the circle.
    ///
    /// The sum of the differences north and east is never shorter than the path and needs no sine; across the
    /// antimeridian the result is always false.
    func contains(_ coordinate: Coordinate) -> Bool {
        (coordinate.latitude - centre.latitude).magnitude + (coordinate.longitude - centre.longitude).magnitude < radius
    }
}

/// The bounding sphere of a place in Earth-centred metres, for a fast test of whether it is far away.
///
/// A straight line through the Earth is never longer than the path along its surface.
struct BoundingSphere: Sendable {
    /// The maximum ratio of a path along the surface to the straight line, up to 3,000 km.
    private static let maxPathRatio = 1.01

    private let x, y, z: Double
    private let radius: Double
    /// True if the sphere has the same border as the place.
    private let isWhole: Bool
    /// The decided side of the place, duplicated here because all spheres are scanned at once.
    var side: PlaceSide?
    /// True if recent fixes were on the other side.
    var hasPendingTransition: Bool

    /// Creates the sphere of a geofence; never nil, since coordinates are finite.
    init?(_ geofence: Geofence) {
        let (shape, circle) = (geofence.place.shape, geofence.place.shape.boundingCircle)
        (side, hasPendingTransition) = (geofence.side, geofence.hasPendingTransition)
        guard let centre = ECEFVector(circle.centre) else { return nil }
        (x, y, z) = (centre.x, centre.y, centre.z)
        radius = circle.radius
        if case .circle = shape { isWhole = true } else { isWhole = false }
    }

    /// Returns a lower bound of the distance from a position to the border in metres, negative inside; nil if it may be
    /// less than a limit.
    func distance(from position: ECEFVector, beyond limit: Double) -> Double? {
        let (east, north, up) = (position.x - x, position.y - y, position.z - z)
        let square = east * east + north * north + up * up
        let outside = radius + limit
        if square > outside * outside { return square.squareRoot() - radius }
        guard isWhole, radius > limit, case let inside = (radius - limit) / Self.maxPathRatio, square < inside * inside
        else { return nil }
        return square.squareRoot() * Self.maxPathRatio - radius
    }
}

extension ECEFVector {
    /// Converts a coordinate on the ellipsoid.
    init?(_ coordinate: Coordinate) {
        self.init(GeodeticPosition(coordinate: coordinate, ellipsoidalAltitude: 0))
    }
}
