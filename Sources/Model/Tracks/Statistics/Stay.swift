public import Basics
public import Location

/// A time that was spent at one place.
public struct Stay: Hashable, Sendable {
    /// The middle of all fixes of the stay.
    public let coordinate: Coordinate
    /// The first fix there.
    public let from: Timestamp
    /// The last fix there.
    public let to: Timestamp
    /// How much of that time is covered by fixes; the rest is gaps at both ends of which it was there.
    public let seen: Duration
}
