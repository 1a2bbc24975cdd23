import Basics
public import Location

/// Works out what the track of one receiver comes to as its points come, in memory that grows with the stays alone.
///
/// - A stay is told once it is over: points that keep within ``StayRule/radius`` of where they began for
///   ``StayRule/least``. What a receiver strays meanwhile is no distance, no speed and no ascent. A gap belongs to a
///   stay where it was there before and after.
/// - Other steps are standing where both points say so, or where it got on by less than ``StayRule/standing``.
/// - The top speed is one that two points behind each other have reached; what receivers report goes before what the
///   way takes. It is never less than the mean speed, which the way takes: over a few seconds that can be more than what
///   the receiver reports.
/// - Ascent and descent: see ``ElevationGain``.
public struct TrackStatistics: Sendable {
    private let rule: StayRule
    private var segments: GapDetector
    private var summary = TrackSummary()
    private var leg: StayCandidate?
    private var climb = ElevationGain()
    private var top = TopSpeed()
    /// The same as they were where the open leg began, for when it turns out to be a stay.
    private var before = (climb: ElevationGain(), top: TopSpeed())
    private var hasAltitude = false
    /// Where the open trip began, and how far it has gone.
    private var trip: (start: TrackPoint, distance: Double)?

    /// Begins before the first point.
    public init(rule: StayRule = StayRule(), gaps: GapRule = GapRule()) {
        self.rule = rule
        segments = GapDetector(rule: gaps)
    }

    /// Takes the next point in the order of time.
    public mutating func add(_ point: TrackPoint) {
        summary.points += 1
        let isGap = segments.hasGap(before: point)
        guard let leg else { return begin(at: point) }
        let step = TrackStep(from: leg.last, to: point, isGap: isGap, rule: rule)
        if leg.contains(point, rule: rule) {
            self.leg?.add(step, to: point)
            measure(step, from: leg.last, to: point)
        } else {
            leave(leg, by: step, to: point)
        }
    }

    /// What the track comes to, as if it ended with the last point.
    public func finish() -> TrackSummary {
        var end = self
        if let leg { end.close(leg) }
        if let trip = end.trip, let leg { end.endTrip(trip, at: leg.last) }
        end.summary.topSpeed = [end.top.value, end.summary.meanSpeed].compactMap { $0 }.max()
        end.summary.ascent = hasAltitude ? end.climb.ascent : nil
        end.summary.descent = hasAltitude ? end.climb.descent : nil
        return end.summary
    }

    private mutating func begin(at point: TrackPoint) {
        leg = StayCandidate(at: point)
        trip = trip ?? (point, 0)
        before = (climb, top)
        measure(nil, from: point, to: point)
        before.climb = climb
    }

    /// Goes on from a place that the point is no longer at.
    private mutating func leave(_ leg: StayCandidate, by step: TrackStep, to point: TrackPoint) {
        close(leg)
        count(step)
        if trip == nil { trip = (leg.last, 0) }
        if case .moving(_, let metres) = step { trip?.distance += metres }
        measure(step, from: leg.last, to: point)
        self.leg = StayCandidate(at: point)
        before = (climb, top)
    }

    /// Takes a leg for what it was: a stay, or a part of a trip.
    private mutating func close(_ leg: StayCandidate) {
        summary.unknown += leg.unknown
        guard leg.duration >= rule.minDuration else {
            summary.moving += leg.moving
            summary.standing += leg.standing
            summary.distance += leg.distance
            trip?.distance += leg.distance
            return
        }
        summary.standing += leg.covered
        (climb, top) = before
        climb.resetLevel()
        top.reset()
        if let trip { endTrip(trip, at: leg.anchor) }
        trip = nil
        summary.stays.append(
            Stay(coordinate: leg.centroid, from: leg.anchor.timestamp, to: leg.last.timestamp, seen: leg.covered))
    }

    /// What has neither gone farther than a stay is wide nor come out elsewhere is no trip.
    private mutating func endTrip(_ trip: (start: TrackPoint, distance: Double), at end: TrackPoint) {
        let apart = trip.start.coordinate.distance(to: end.coordinate)
        guard max(trip.distance, apart) > rule.radius else { return }
        summary.trips.append(
            Trip(
                start: trip.start.coordinate, end: end.coordinate, from: trip.start.timestamp, to: end.timestamp,
                distance: trip.distance))
    }

    private mutating func count(_ step: TrackStep) {
        switch step {
        case .gap(let time): summary.unknown += time
        case .standing(let time): summary.standing += time
        case .moving(let time, let metres):
            summary.moving += time
            summary.distance += metres
        }
    }

    /// Speed and altitude of a point; in a gap neither goes on.
    private mutating func measure(_ step: TrackStep?, from: TrackPoint, to: TrackPoint) {
        var speed = to.fix.speed
        switch step {
        case .gap:
            climb.resetLevel()
            top.reset()
        case .moving(let time, let metres) where speed == nil && time > .zero: speed = metres / time.inSeconds
        default: break
        }
        top.add(speed)
        guard let altitude = to.fix.altitude ?? to.fix.ellipsoidalAltitude else { return }
        hasAltitude = true
        climb.add(altitude)
    }
}

/// Metres up and down, told from the noise of a receiver's altitude.
///
/// A change counts once it is ``step`` from where the last one ended: altitudes stray by some metres with the
/// satellites, and the sum of all their ups would climb a hundred metres an hour on a flat road. At each turn up to a
/// step is lost.
public struct ElevationGain: Hashable, Sendable {
    /// Metres: about twice what the altitude of a receiver with a free sky strays by.
    public static let threshold = 10.0

    /// Metres up.
    public private(set) var ascent = 0.0
    /// Metres down.
    public private(set) var descent = 0.0
    private var level: Double?

    mutating func add(_ altitude: Double) {
        guard let level else {
            self.level = altitude
            return
        }
        let change = altitude - level
        guard abs(change) >= Self.threshold else { return }
        if change > 0 { ascent += change } else { descent -= change }
        self.level = altitude
    }

    /// What the altitude did in between is not known, or does not count.
    mutating func resetLevel() {
        level = nil
    }
}

/// The highest speed that two points behind each other both reached: a single one may be an outlier.
struct TopSpeed: Hashable, Sendable {
    private(set) var value: Double?
    private var last: Double?

    mutating func add(_ speed: Double?) {
        if let speed, let last { value = max(value ?? 0, min(speed, last)) }
        last = speed
    }

    mutating func reset() {
        last = nil
    }
}
