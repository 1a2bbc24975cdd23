import Basics
public import Location

/// Computes statistics of one receiver's track while its points arrive, in memory that grows only with the number of
/// stays and trips.
///
/// - A stay is reported once it ends: points within ``StayRule/radius`` of its start for ``StayRule/minDuration``. The
///   noise of the position during a stay adds no distance, speed or ascent. A gap that begins and ends at the place
///   belongs to the stay.
/// - A gap of ``StayRule/minDuration`` between two places ends a stay or a trip, and the next begins after it. Distances
///   across gaps are added up apart.
/// - Other steps are standing if both points say so, or if the mean speed is below ``StayRule/maxStandingSpeed``.
/// - The top speed is one that two consecutive points reached; reported speeds take precedence over speeds computed
///   from distances. It is never less than the mean speed, which is computed from distances and can exceed the reported
///   speeds over a few seconds.
/// - For ascent and descent see ``ElevationGain``.
public struct TrackStatistics: Sendable {
    private let rule: StayRule
    private var gapDetector: GapDetector
    private var summary = TrackSummary()
    private var candidate: StayCandidate?
    private var climb = ElevationGain()
    private var top = TopSpeed()
    /// The values at the start of the candidate, restored if it becomes a stay.
    private var candidateStart = (climb: ElevationGain(), top: TopSpeed())
    private var hasAltitude = false
    /// The open trip so far.
    private var trip: OpenTrip?

    /// A trip that has not ended.
    private struct OpenTrip {
        let start: TrackPoint
        var distance = 0.0
        var gapDistance = 0.0
    }

    /// Creates statistics of an empty track.
    public init(rule: StayRule = StayRule(), gaps: GapRule = GapRule()) {
        self.rule = rule
        gapDetector = GapDetector(rule: gaps)
    }

    /// The last point; nil before the first.
    public var last: TrackPoint? { gapDetector.last }

    /// The interval that ended at the last point; nil if there is none.
    public var usualInterval: Duration? { gapDetector.usual }

    /// Adds the next point; points must be in chronological order.
    public mutating func add(_ point: TrackPoint) {
        summary.points += 1
        let isGap = gapDetector.hasGap(before: point)
        guard let last = candidate?.last else { return begin(at: point) }
        let step = TrackStep(from: last, to: point, isGap: isGap, rule: rule)
        if case .gap(let time, _) = step, time >= rule.minDuration { settle(before: point) }
        guard let candidate else { return resume(at: point, after: last) }
        if candidate.contains(point, rule: rule) {
            self.candidate?.add(step, to: point)
            measure(step, from: candidate.last, to: point)
        } else {
            leave(candidate, by: step, to: point)
        }
    }

    /// Decides about the candidate before a long gap: a stay begins at its last point if the next one is still there;
    /// otherwise it ends.
    private mutating func settle(before point: TrackPoint) {
        guard let open = candidate, !open.contains(point, rule: rule) else { return }
        close(open)
        let arrival = StayCandidate(at: open.last)
        let stays = arrival.contains(point, rule: rule)
        candidate = stays ? arrival : nil
        candidateStart = (climb, top)
        guard !stays, let trip else { return }
        endTrip(trip, at: open.last)
        self.trip = nil
    }

    /// Starts anew after a gap between two places.
    private mutating func resume(at point: TrackPoint, after last: TrackPoint) {
        let gap = Gap(from: last, to: point)
        summary.gaps.append(gap)
        count(.gap(gap.to - gap.from, gap.distance))
        climb.resetLevel()
        top.reset()
        begin(at: point)
    }

    /// Returns the summary as if the track ended with the last point.
    public func finish() -> TrackSummary {
        var end = self
        if let candidate { end.close(candidate) }
        if let trip = end.trip, let candidate { end.endTrip(trip, at: candidate.last) }
        end.summary.topSpeed = [end.top.value, end.summary.meanSpeed].compactMap { $0 }.max()
        end.summary.ascent = hasAltitude ? end.climb.ascent : nil
        end.summary.descent = hasAltitude ? end.climb.descent : nil
        return end.summary
    }

    private mutating func begin(at point: TrackPoint) {
        candidate = StayCandidate(at: point)
        trip = trip ?? OpenTrip(start: point)
        candidateStart = (climb, top)
        measure(nil, from: point, to: point)
        candidateStart.climb = climb
    }

    /// Closes the candidate after a point outside it and starts a new one.
    private mutating func leave(_ candidate: StayCandidate, by step: TrackStep, to point: TrackPoint) {
        close(candidate)
        count(step)
        if trip == nil { trip = OpenTrip(start: candidate.last) }
        switch step {
        case .moving(_, let metres): trip?.distance += metres
        case .gap(_, let metres): trip?.gapDistance += metres
        case .standing: break
        }
        measure(step, from: candidate.last, to: point)
        self.candidate = StayCandidate(at: point)
        candidateStart = (climb, top)
    }

    /// Counts a candidate as a stay or as part of a trip.
    private mutating func close(_ candidate: StayCandidate) {
        summary.unknown += candidate.unknown
        guard candidate.duration >= rule.minDuration else {
            summary.moving += candidate.moving
            summary.standing += candidate.standing
            summary.distance += candidate.distance
            summary.gapDistance += candidate.gapDistance
            trip?.distance += candidate.distance
            trip?.gapDistance += candidate.gapDistance
            return
        }
        summary.standing += candidate.covered
        (climb, top) = candidateStart
        climb.resetLevel()
        top.reset()
        if let trip { endTrip(trip, at: candidate.anchor) }
        trip = nil
        summary.stays.append(
            Stay(
                coordinate: candidate.centroid, from: candidate.anchor.timestamp, to: candidate.last.timestamp,
                seen: candidate.covered))
    }

    /// A trip must cover or end more than a stay's radius away.
    private mutating func endTrip(_ trip: OpenTrip, at end: TrackPoint) {
        let apart = trip.start.coordinate.distance(to: end.coordinate)
        guard max(trip.distance, apart) > rule.radius else { return }
        summary.trips.append(
            Trip(
                start: trip.start.coordinate, end: end.coordinate, from: trip.start.timestamp, to: end.timestamp,
                distance: trip.distance, gapDistance: trip.gapDistance))
    }

    private mutating func count(_ step: TrackStep) {
        switch step {
        case .gap(let time, let metres):
            summary.unknown += time
            summary.gapDistance += metres
        case .standing(let time): summary.standing += time
        case .moving(let time, let metres):
            summary.moving += time
            summary.distance += metres
        }
    }

    /// Measures the speed and altitude of a point; a gap interrupts both.
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

/// Metres of ascent and descent, filtered against the noise of a receiver's altitude.
///
/// A change counts once it exceeds ``threshold``: altitude varies by metres as the satellites move, and the sum of
/// these variations would reach a hundred metres of ascent per hour on a flat road. Each turn loses up to one
/// threshold.
public struct ElevationGain: Hashable, Sendable {
    /// Metres; about twice the altitude noise of a receiver under an open sky.
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

    /// Restarts at the next altitude, because the change in between is unknown or does not count.
    mutating func resetLevel() {
        level = nil
    }
}

/// The highest speed reached by two consecutive points; a single one may be an outlier.
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
