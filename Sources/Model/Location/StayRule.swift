/// The definition of a stay: within a radius for a minimum duration.
///
/// A stationary receiver's position varies by tens of metres in towns, and a pedestrian covers fifty metres in less
/// than five minutes. Traffic lights, stops in traffic jams and unloading are shorter.
public struct StayRule: Hashable, Sendable {
    /// Metres around the start of the stay.
    public var radius = 50.0
    /// Metres; the maximum for the sum of both points' accuracies where it exceeds ``radius`` and each of them.
    public var maxRadius = 200.0
    /// The minimum duration of a stay, and of a gap that ends a trip or a stay elsewhere.
    public var minDuration: Duration = .seconds(300)
    /// Metres per second; slower motion counts as standing if the fixes have no state of motion.
    public var maxStandingSpeed = 0.5
    /// Metres travelled at a place without standing still that still count as the end or the beginning of a trip.
    public var maxApproach = 75.0

    /// Creates a rule with default limits.
    public init() {}

    /// Returns true if two points are at one place, or if the circle of one contains the other.
    public func isOnePlace(_ first: TrackPoint, _ second: TrackPoint) -> Bool {
        first.coordinate.distance(to: second.coordinate) <= limit(first, second)
    }

    /// Returns the metres up to which two points are at one place.
    public func limit(_ first: TrackPoint, _ second: TrackPoint) -> Double {
        let radii = (first: first.radius, second: second.radius)
        return max(radius, min(radii.first + radii.second, maxRadius), radii.first, radii.second)
    }

    /// Returns true if a single point may be one of the place of another one: a circular normal distribution has 0.1 %
    /// beyond 1.52 times the radius of 95 % (Rayleigh).
    public func isBeside(_ first: TrackPoint, _ second: TrackPoint) -> Bool {
        first.coordinate.distance(to: second.coordinate) <= max(maxRadius, 1.52 * limit(first, second))
    }

    /// Returns true if a point has an accuracy too bad to say where the place of another one is.
    public func isCoarse(_ point: TrackPoint, beside other: TrackPoint) -> Bool {
        point.radius > max(radius, 2 * other.radius)
    }
}

extension TrackPoint {
    /// Metres that hold the position with 95 %; 0 if unknown.
    ///
    /// Phones report the radius of 68 %, and what a device reports is not known: the ratio is √(ln 0.05 / ln 0.32)
    /// (Rayleigh).
    fileprivate var radius: Double { 1.62 * (fix.horizontalAccuracy?.radius ?? 0) }
}
