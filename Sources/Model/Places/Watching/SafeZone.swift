import Location

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
