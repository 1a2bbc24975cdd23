public import Basics
public import Location

/// The statistics of a track.
public struct TrackSummary: Hashable, Sendable {
    /// The number of points.
    public internal(set) var points = 0
    /// Metres, without position noise while standing and without gaps.
    public internal(set) var distance = 0.0
    /// The time in motion.
    public internal(set) var moving: Duration = .zero
    /// The time standing, including stays.
    public internal(set) var standing: Duration = .zero
    /// The time in gaps.
    public internal(set) var unknown: Duration = .zero
    /// Metres per second, at least ``meanSpeed``; nil without two consecutive speeds.
    public internal(set) var topSpeed: Double?
    /// Metres of ascent; nil without altitudes.
    public internal(set) var ascent: Double?
    /// Metres of descent; nil without altitudes.
    public internal(set) var descent: Double?
    /// The stays, in chronological order.
    public internal(set) var stays: [Stay] = []
    /// The trips, in chronological order.
    public internal(set) var trips: [Trip] = []

    /// Creates an empty summary.
    public init() {}

    /// Metres per second while in motion; nil without motion.
    public var meanSpeed: Double? {
        moving > .zero && distance > 0 ? distance / moving.inSeconds : nil
    }
}

/// A stay at one place.
public struct Stay: Hashable, Sendable {
    /// The mean of all positions during the stay.
    public let coordinate: Coordinate
    /// The time of the first fix.
    public let from: Timestamp
    /// The time of the last fix.
    public let to: Timestamp
    /// The part of the stay that is covered by fixes; the rest is gaps that begin and end at the place.
    public let seen: Duration
}

/// A trip between two stays, or from the first point or to the last.
public struct Trip: Hashable, Sendable {
    /// The start.
    public let start: Coordinate
    /// The end.
    public let end: Coordinate
    /// The time of departure.
    public let from: Timestamp
    /// The time of arrival.
    public let to: Timestamp
    /// Metres along the points, without gaps.
    public let distance: Double
}
