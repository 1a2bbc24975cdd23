public import Basics

/// The anchor watch as part of a report.
public struct AnchorSummary: Hashable, Sendable {
    /// The position of the anchor.
    public var coordinate: Coordinate
    /// The radius of the swing circle in metres.
    public var radius: Double
    /// The time at which the watch was set, by the wall clock.
    public var set: Timestamp
    /// True if the boat has left the swing circle and not returned.
    public var isDragging = false
    /// The estimated time at which the boat left the circle, or returned, or at which the watch was set; by the wall
    /// clock.
    public var since: Timestamp
    /// True if there is no current position to watch the anchor with, for a minute or more.
    public var isLost = false
    /// True while the receiver is contradicted: whether the anchor holds is not known.
    public var isUnsure = false
    /// The distance of the boat from the anchor in metres; nil without a current position.
    public var distance: Double?
    /// The direction of the anchor from the boat in degrees from true north, below 360; nil without a current position,
    /// and at the anchor.
    public var bearing: Double?

    /// Creates a holding watch without a position.
    public init(coordinate: Coordinate, radius: Double, set: Timestamp) {
        (self.coordinate, self.radius, self.set, since) = (coordinate, radius, set, set)
    }

    /// Sets the distance and the direction from a position; removes them for nil.
    public mutating func locate(from here: Coordinate?) {
        let way = here?.distanceAndBearing(to: coordinate)
        (distance, bearing) = (way?.distance, way?.bearing)
    }
}
