/// The ellipse of uncertainty around a position.
public struct AccuracyEllipse: Hashable, Sendable {
    /// The radii along north and east in metres, finite and above 0.
    public let north, east: Double
    /// The correlation of both errors, -1 to 1; nil if unknown.
    public var correlation: Double?

    /// Creates an ellipse; nil if a radius is not finite or not above 0: unknown is never 0.
    public init?(north: Double, east: Double, correlation: Double? = nil) {
        guard north.isFinite, east.isFinite, north > 0, east > 0 else { return nil }
        (self.north, self.east, self.correlation) = (north, east, correlation)
    }

    /// The covariance of both errors in square metres, of the same probability as the radii; nil if unknown.
    public var covariance: Double? { correlation.map { $0 * north * east } }

    /// Returns the ellipse of the same form that holds the true position about as often as a circle with a radius in metres.
    public func scaled(to radius: Double) -> AccuracyEllipse? {
        let factor = radius / ((north * north + east * east) / 2).squareRoot()
        return AccuracyEllipse(north: north * factor, east: east * factor, correlation: correlation)
    }
}
