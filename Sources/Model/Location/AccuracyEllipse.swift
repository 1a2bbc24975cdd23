/// The ellipse of uncertainty around a position, with its axes along north and east.
///
/// gpsd reports no covariance of the two errors.
public struct AccuracyEllipse: Hashable, Sendable {
    /// The semi-axes in metres, finite and above 0.
    public let north, east: Double

    /// Creates an ellipse; nil if a semi-axis is not finite or not above 0: unknown is never 0.
    public init?(north: Double, east: Double) {
        guard north.isFinite, east.isFinite, north > 0, east > 0 else { return nil }
        (self.north, self.east) = (north, east)
    }

    /// Returns the ellipse of the same form that holds the true position about as often as a circle with a radius in metres.
    public func scaled(to radius: Double) -> AccuracyEllipse? {
        let factor = radius / ((north * north + east * east) / 2).squareRoot()
        return AccuracyEllipse(north: north * factor, east: east * factor)
    }
}
