/// An area whose exact positions are hidden from outside viewers: they see its name or nothing while the machine is in
/// it.
public struct PrivacyZone: Hashable, Sendable {
    /// The name, which is shown to viewers.
    public let name: String
    /// The centre.
    public let centre: Coordinate
    /// The radius in metres, above 0.
    public let radius: Double

    /// Creates a zone; nil if the radius is not 1 m to 100 km.
    public init?(name: String, centre: Coordinate, radius: Double) {
        guard Self.radiusRange.contains(radius) else { return nil }
        self.name = name
        self.centre = centre
        self.radius = radius
    }

    /// The range of valid radii in metres.
    public static let radiusRange = 1...100_000.0
}
