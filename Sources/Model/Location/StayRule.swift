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
        let radii = (first: first.radius, second: second.radius)
        let limit = max(radius, min(radii.first + radii.second, maxRadius), radii.first, radii.second)
        return first.coordinate.distance(to: second.coordinate) <= limit
    }

    /// Returns true if a point has an accuracy too bad to say where the place of another one is.
    public func isCoarse(_ point: TrackPoint, beside other: TrackPoint) -> Bool {
        point.radius > max(radius, 2 * other.radius)
    }
}

extension TrackPoint {
    /// Metres; 0 if unknown.
    fileprivate var radius: Double { fix.horizontalAccuracy?.radius ?? 0 }
}
