import Location

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
