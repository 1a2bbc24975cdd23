import Location

/// A circle on a flat map around a position.
///
/// A middle far away lies in its direction and at its true distance, so that the border is right around the map's origin,
/// however large the circle.
struct FlatCircle: Sendable {
    /// Metres up to which the map itself is right.
    private static let near = 5000.0

    private let centre: LocalVector
    private let radius: Double

    init(_ circle: PlaceCircle, on map: LocalFrame) {
        centre = Self.offset(of: circle.centre, on: map)
        radius = circle.radius
    }

    private static func offset(of centre: Coordinate, on map: LocalFrame) -> LocalVector {
        let offset = map.offset(of: centre)
        guard offset.length > near, let course = map.origin.bearing(to: centre) else { return offset }
        let distance = map.origin.distance(to: centre)
        return map.velocity(speed: distance, course: course, at: map.projection(of: map.origin))
    }

    /// Metres to the border; below 0 inside.
    func signedDistance(at spot: LocalVector) -> Double { (spot - centre).length - radius }
}
