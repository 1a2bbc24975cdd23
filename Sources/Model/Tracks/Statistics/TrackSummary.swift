import Basics
import Location

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
