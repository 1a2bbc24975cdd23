public import Basics
import Location

/// Where one stands with a place: what has to be kept over a restart.
public struct PlaceState: Hashable, Sendable {
    /// The place's name.
    public let name: PlaceName
    /// The side that was decided.
    public let side: PlaceSide
    /// Since when, by the wall clock.
    public let since: Timestamp

    /// Makes a standing.
    public init(name: PlaceName, side: PlaceSide, since: Timestamp) {
        self.name = name
        self.side = side
        self.since = since
    }
}
