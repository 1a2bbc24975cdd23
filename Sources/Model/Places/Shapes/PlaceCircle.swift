public import Location

/// All that is within so many metres of a point, along the ellipsoid.
public struct PlaceCircle: Hashable, Sendable {
    /// Metres that a radius may have.
    public static let radiusRange = 1...100_000.0

    /// Its middle.
    public let centre: Coordinate
    /// Metres around the middle.
    public let radius: Double

    /// Makes a circle, or nil where the radius is not 1 m to 100 km.
    public init?(centre: Coordinate, radius: Double) {
        guard Self.radiusRange.contains(radius) else { return nil }
        self.centre = centre
        self.radius = radius
    }
}
