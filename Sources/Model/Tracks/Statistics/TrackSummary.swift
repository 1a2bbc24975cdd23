public import Basics
import HistoryEncoding
public import Location

/// The statistics of a track.
public struct TrackSummary: Hashable, Sendable {
    /// The number of points.
    public var points = 0
    /// The number of points that do not count, because no vehicle can have been there.
    public internal(set) var outliers = 0
    /// The number of steps whose distance does not count, because no vehicle can make them.
    public internal(set) var jumps = 0
    /// Metres, without position noise while standing and without gaps.
    public internal(set) var distance = 0.0
    /// The time in motion.
    public internal(set) var moving: Duration = .zero
    /// The time standing, including stays.
    public internal(set) var standing: Duration = .zero
    /// The time in gaps.
    public internal(set) var unknown: Duration = .zero
    /// Metres across gaps, as straight lines between their ends; not part of ``distance``.
    ///
    /// Gaps at one place add none.
    public internal(set) var gapDistance = 0.0
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
    /// The gaps between which a stay or a trip ends and another begins, in chronological order.
    public internal(set) var gaps: [Gap] = []

    /// Creates an empty summary.
    public init() {}

    /// Adds the figures, stays, trips and gaps of a later period.
    public mutating func add(_ later: TrackSummary) {
        points += later.points
        outliers += later.outliers
        jumps += later.jumps
        distance += later.distance
        moving += later.moving
        standing += later.standing
        unknown += later.unknown
        gapDistance += later.gapDistance
        topSpeed = [topSpeed, later.topSpeed].compactMap { $0 }.max()
        ascent = Self.sum(ascent, later.ascent)
        descent = Self.sum(descent, later.descent)
        stays += later.stays
        trips += later.trips
        gaps += later.gaps
    }

    /// Adds the time without fixes between two periods, and a gap if the places at its ends differ.
    ///
    /// - Parameters:
    ///   - last: the last point of the earlier period.
    ///   - first: the first point of the later one, of the same or another device.
    ///   - usual: the interval that ended at the last point; nil if there is none.
    public mutating func addUnrecorded(from last: TrackPoint, to first: TrackPoint, usual: Duration?) {
        let time = first.timestamp - last.timestamp
        guard time >= StayRule().minDuration, GapRule().isGap(from: last, to: first, usual: usual) else { return }
        // The step of a device that reports rarely belongs to the later period.
        guard last.fix.device != first.fix.device || !GapRule().isSparse(time, usual: usual) else { return }
        unknown += time
        guard let gap = Gap(between: last, and: first, usual: usual) else { return }
        gapDistance += gap.distance
        gaps.append(gap)
    }

    /// Adds the step that leads to the first point.
    public mutating func add(_ arrival: Arrival) {
        gaps = (arrival.gap.map { [$0] } ?? []) + gaps
        if arrival.isJump { jumps += 1 }
        switch arrival.step {
        case .gap(let time, let metres):
            unknown += .milliseconds(time)
            if !arrival.isLong || arrival.gap != nil { gapDistance += Double(metres) / 1e6 }
        case .standing(let time): standing += .milliseconds(time)
        case .moving(let time, let metres):
            moving += .milliseconds(time)
            distance += Double(metres) / 1e6
        }
    }

    private static func sum(_ first: Double?, _ second: Double?) -> Double? {
        guard let first, let second else { return first ?? second }
        return first + second
    }

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

/// A trip between two stays, from the first point or after a gap, and to the last point or before a gap.
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
    /// Metres across the short gaps of the trip, as straight lines between their ends.
    public let gapDistance: Double
    /// True if gaps of ``StayRule/minDuration`` or longer are part of it, because its device reports rarely.
    public let isSparse: Bool
    /// The time in motion.
    public let moving: Duration
    /// The part of the trip that is covered by fixes; the rest is gaps.
    public let seen: Duration
    /// Metres per second, at least ``meanSpeed``; nil without two consecutive speeds and without motion.
    public let topSpeed: Double?

    /// Metres per second while in motion; nil without motion.
    public var meanSpeed: Double? {
        moving > .zero && distance > 0 ? distance / moving.inSeconds : nil
    }
}

/// A time without fixes of ``StayRule/minDuration`` or longer, with different places at its ends.
public struct Gap: Hashable, Sendable {
    /// The place of the last fix before it.
    public let start: Coordinate
    /// The place of the first fix after it.
    public let end: Coordinate
    /// The time of the last fix before it.
    public let from: Timestamp
    /// The time of the first fix after it.
    public let to: Timestamp

    /// Creates the gap between two consecutive points of a device; nil if it is too short, or at one place.
    ///
    /// - Parameters:
    ///   - start: the earlier point.
    ///   - end: the later point.
    ///   - usual: the interval that ended at the earlier point; nil if there is none.
    ///   - next: the interval that begins at the later point; nil if there is none.
    public init?(between start: TrackPoint, and end: TrackPoint, usual: Duration?, next: Duration? = nil) {
        let (rule, time) = (StayRule(), end.timestamp - start.timestamp)
        guard time >= rule.minDuration, !rule.isOnePlace(start, end),
            GapRule().isGap(from: start, to: end, usual: usual),
            start.fix.device != end.fix.device || !GapRule().isSparse(time, usual: usual, next: next)
        else { return nil }
        self.init(from: start, to: end)
    }

    init(from start: TrackPoint, to end: TrackPoint) {
        self.start = start.coordinate
        self.end = end.coordinate
        from = start.timestamp
        to = end.timestamp
    }

    /// Metres between its ends, as a straight line.
    public var distance: Double { start.distance(to: end) }
}
