public import Basics
import Location

/// One of the owner's own places.
public struct Place: Hashable, Sendable {
    /// How long a stay on one side counts as one where nothing else is said.
    public static let defaultDwell = Duration.seconds(10)
    /// Seconds that the dwell time may be.
    public static let dwellRange = 0...3600.0

    /// What its owner calls it.
    public let name: PlaceName
    /// Where it is, and how far it reaches.
    public let shape: PlaceShape
    /// How long one must have been inside or outside before it counts as entered or left, to the millisecond.
    public let dwell: Duration
    /// When its owner made it; nil where that is not known.
    public let created: Timestamp?

    /// Makes a place; nil where the dwell time is not 0 to an hour.
    public init?(
        name: PlaceName, shape: PlaceShape, dwell: Duration = Self.defaultDwell, created: Timestamp? = nil
    ) {
        guard Self.dwellRange.contains(dwell.inSeconds) else { return nil }
        self.name = name
        self.shape = shape
        self.dwell = .milliseconds(dwell.milliseconds)
        self.created = created
    }

    /// The same place by another name.
    public func renamed(_ name: PlaceName) -> Place? {
        Place(name: name, shape: shape, dwell: dwell, created: created)
    }
}
