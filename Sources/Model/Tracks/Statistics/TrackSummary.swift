public import Basics
public import Location

/// What a track comes to.
public struct TrackSummary: Hashable, Sendable {
    /// How many points.
    public internal(set) var points = 0
    /// Metres gone, without what a standing receiver strays, and without gaps.
    public internal(set) var distance = 0.0
    /// Time on the move.
    public internal(set) var moving: Duration = .zero
    /// Time standing, stays among it.
    public internal(set) var standing: Duration = .zero
    /// Time of which nothing is known: gaps.
    public internal(set) var unknown: Duration = .zero
    /// Metres per second, ``meanSpeed`` or more; nil where no two points tell.
    public internal(set) var topSpeed: Double?
    /// Metres up; nil without altitudes.
    public internal(set) var ascent: Double?
    /// Metres down; nil without altitudes.
    public internal(set) var descent: Double?
    /// The stays, in order.
    public internal(set) var stays: [Stay] = []
    /// The trips, in order.
    public internal(set) var trips: [Trip] = []

    /// Begins with nothing.
    public init() {}

    /// Metres per second while on the move; nil where it did not move.
    public var meanSpeed: Double? {
        moving > .zero && distance > 0 ? distance / moving.inSeconds : nil
    }
}

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

/// The way between two stays, or from the first point or to the last.
public struct Trip: Hashable, Sendable {
    /// Where it began.
    public let start: Coordinate
    /// Where it ended.
    public let end: Coordinate
    /// When it left the stay before.
    public let from: Timestamp
    /// When it came to the next one.
    public let to: Timestamp
    /// Metres along its points; of a gap nothing is counted.
    public let distance: Double
}
