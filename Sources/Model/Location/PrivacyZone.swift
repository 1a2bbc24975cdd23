/// A place that is nobody's business: who looks from outside sees its name, or nothing, while the machine is in it.
public struct PrivacyZone: Hashable, Sendable {
    /// What its owner calls it, which is shown.
    public let name: String
    /// Its middle.
    public let centre: Coordinate
    /// Metres around the middle, above 0.
    public let radius: Double

    /// Makes a zone, or nil where the radius is not 1 m to 100 km.
    public init?(name: String, centre: Coordinate, radius: Double) {
        guard Self.radiusRange.contains(radius) else { return nil }
        self.name = name
        self.centre = centre
        self.radius = radius
    }

    /// Metres that a radius may have.
    public static let radiusRange = 1...100_000.0
}
