public import Basics
public import HistoryEncoding
public import Location

/// Computes statistics of one receiver's track from its parts, in memory that grows only with the number of stays and
/// trips.
///
/// - A stay is reported once it ends: points within ``StayRule/radius`` of its start for ``StayRule/minDuration``. The
///   centre of that circle moves to the first point of each part. The noise of the position during a stay adds no
///   distance, speed or ascent. A gap that begins and ends at the place belongs to the stay.
/// - The way to the first point of a stay that stands, and from the last one, belongs to the trips.
/// - A gap of ``StayRule/minDuration`` between two places ends a stay or a trip, and the next begins after it. Distances
///   across gaps are added up apart.
///   A device that reports rarely, such as a phone each quarter of an hour, has sparse trips across such gaps.
/// - Other steps are standing if both points say so, or if the mean speed is below ``StayRule/maxStandingSpeed``.
/// - The top speed is one that two consecutive points reached; reported speeds take precedence over speeds computed
///   from distances. It is never less than the mean speed, which is computed from distances and can exceed the reported
///   speeds over a few seconds.
/// - Points to which no vehicle can have gone are left out, see ``OutlierFilter``. A step that none can make is a gap
///   without a distance.
/// - For ascent and descent see ``ElevationGain``.
public struct TrackStatistics: Sendable {
    let rule = StayRule()
    private let gaps = GapRule()
    private var stays: [Stay] = []
    private var trips: [Trip] = []
    var longGaps: [Gap] = []
    private var points = 0
    private var hasAltitude = false
    var total = PathFigures()
    var climb = ElevationGain()
    /// The place of the last point.
    var place: StayCandidate?
    /// The open trip so far, without the place of the last point.
    var trip: OpenTrip?
    private var filter = OutlierFilter()
    /// The number of points that were left out.
    private var outliers = 0
    /// The number of steps that no vehicle can make.
    private var jumps = 0
    /// The limits of the track: what is added before and after it only decides which of its points count.
    private var start: Timestamp?
    private var limit: Timestamp?
    /// The first and the last point that count, and the interval that ended at the last one; nil if there is none.
    private var counted: (first: TrackPoint, last: TrackPoint, usual: Duration?)?
    /// The last point before the track, and the interval that ended there; nil if there is none.
    private var lead: (last: TrackPoint, usual: Duration?)?
    /// The last altitude that counts.
    private var altitude: Altitude?
    /// A single point after a long gap: whether that is one of a device that reports rarely, depends on the next.
    private var waiting: TrackPart?
    /// A single fix beside the last place, and how it was reached: whether that was left, depends on the next.
    var aside: (fix: StayCandidate, path: PathFigures, arrival: Arrival?)?
    /// The last point; nil before the first.
    public private(set) var last: TrackPoint?
    /// The interval that ended at the last point; nil if there is none.
    public private(set) var usualInterval: Duration?
    private var first: Arrival?

    /// Creates statistics of an empty track.
    public init() {}

    /// Creates statistics of points, sorted by time.
    public init(_ points: [TrackPoint]) {
        for part in TrackPart.parts(of: points) { add(part) }
    }

    /// Creates statistics of the track that follows another one of the same device, from a moment on.
    public init(after earlier: TrackStatistics, from start: Timestamp) {
        self.start = start
        filter = earlier.filter
        var before = earlier
        before.countWaiting(next: nil)
        lead = before.counted.map { ($0.last, $0.usual) } ?? before.lead
        last = earlier.last
        usualInterval = earlier.usualInterval
    }

    /// Adds the next part; parts must be in chronological order.
    public mutating func add(_ part: TrackPart) {
        points &+= part.points
        usualInterval = part.usual ?? last.flatMap { part.first.interval(since: $0) }
        last = part.last
        pass(filter.add(part))
    }

    /// True if it depends on what follows which of the last points count, and how.
    public var isUndecided: Bool {
        guard let undecided = filter.undecided else { return waiting != nil }
        return waiting != nil || limit.map { undecided.timestamp < $0 } ?? true
    }

    /// Decides on the last points by the part that follows the track.
    public mutating func decide(by next: TrackPart) {
        limit = limit ?? next.first.timestamp
        pass(filter.add(next))
    }

    private mutating func pass(_ kept: [TrackPart]) {
        for part in kept {
            if let start, part.first.timestamp < start {
                lead = (part.last, part.usual ?? lead.flatMap { part.first.interval(since: $0.last) })
            } else if let limit, part.first.timestamp >= limit {
                countWaiting(next: waiting.flatMap { part.first.interval(since: $0.last) })
            } else {
                hold(part)
            }
        }
        for part in filter.takeOmitted() where isOwn(part) { outliers &+= part.points }
    }

    private func isOwn(_ part: TrackPart) -> Bool {
        start.map { part.first.timestamp >= $0 } ?? true && limit.map { part.first.timestamp < $0 } ?? true
    }

    /// Counts a part once it is known what the gap before it is.
    private mutating func hold(_ part: TrackPart) {
        countWaiting(next: waiting.flatMap { part.first.interval(since: $0.last) })
        let gap = before.flatMap { part.first.interval(since: $0.last) } ?? .zero
        let isKnown = gap < rule.minDuration || gap > gaps.maxStay || gaps.isSparse(gap, usual: before?.usual)
        if !isKnown, part.points == 1 {
            waiting = part
        } else {
            count(part, next: part.interval)
        }
    }

    private mutating func countWaiting(next: Duration?) {
        guard let part = waiting else { return }
        waiting = nil
        count(part, next: next)
    }

    /// The last point that counts, and the interval that ended there; nil if there is none.
    private var before: (last: TrackPoint, usual: Duration?)? { counted.map { ($0.last, $0.usual) } ?? lead }

    /// Counts a part without outliers, with the interval that follows its first point.
    private mutating func count(_ part: TrackPart, next: Duration?) {
        let before = before
        if let before {
            let isGap = gaps.isGap(from: before.last, to: part.first, usual: before.usual)
            let step = TrackStep(from: before.last, to: part.first, isGap: isGap, rule: rule)
            let isSparse = gaps.isSparse(step.duration, usual: before.usual, next: next)
            let arrival = Arrival(step: step, last: before.last, first: part.first, isSparse: isSparse)
            enter(part, by: arrival)
        } else {
            begin(at: part.start)
        }
        for leg in part.legs { go(leg.passage, to: leg.place) }
        altitude = part.altitudes?.last ?? altitude
        let usual = part.usual ?? before.flatMap { part.first.interval(since: $0.last) }
        counted = (counted?.first ?? part.first, part.last, usual)
    }

    private mutating func enter(_ part: TrackPart, by arrival: Arrival) {
        guard let place else {
            first = arrival
            return begin(at: part.start)
        }
        if arrival.isJump { jumps += 1 }
        var start = part.start
        if let altitude, let next = part.altitudes?.first, altitude.isJump(to: next) { start.detachAltitude() }
        join(place, with: start, by: arrival)
    }

    /// The track's statistics with the decision on its last points.
    private var settled: TrackStatistics {
        var settled = self
        settled.pass(settled.filter.finish())
        settled.countWaiting(next: nil)
        if let aside = settled.aside { settled.leave(for: aside.fix, by: aside.path, aside.arrival) }
        return settled
    }

    /// The first and the last point without outliers, the interval that ended at the last one, and the step that led to
    /// the first one from before the track; nil without points that count.
    public var ends: (first: TrackPoint, last: TrackPoint, usual: Duration?, arrival: Arrival?)? {
        let settled = settled
        return settled.counted.map { ($0.first, $0.last, $0.usual, settled.first) }
    }

    mutating func begin(at start: StayCandidate) {
        place = start
        trip = trip ?? OpenTrip(start: start.anchor)
    }

    /// Counts a place as a stay or as part of a trip.
    mutating func close(_ place: StayCandidate, isLeft: Bool) {
        guard place.isStay(rule) else { return count(place.figures) }
        hasAltitude = hasAltitude || place.figures.hasAltitude
        let begin = trip.map { $0.start.timestamp == place.anchor.timestamp } ?? true ? nil : place.arrival(rule)
        let leaving = isLeft ? place.leaving(rule) : nil
        let stay = Stay(place, arrival: begin, leaving: leaving)
        count(place, begin, leaving)
        if let begin { trip?.figures.addMotion(time: begin.time, distance: begin.distance) }
        if let trip { end(trip, at: begin?.place ?? place.entry(rule), stay.from) }
        trip = isLeft ? OpenTrip(from: leaving?.place ?? place.exit(rule), at: stay.to, leaving) : nil
        stays.append(stay)
    }

    mutating func count(_ path: PathFigures) {
        hasAltitude = hasAltitude || path.hasAltitude
        total.appendCounts(path)
        climb.append(path)
        trip?.figures.appendCounts(path)
    }

    /// Counts the times of a stay, and its ends as motion.
    private mutating func count(_ place: StayCandidate, _ ends: MovingEnd?...) {
        total.interrupt()
        climb.interrupt()
        let moving = ends.compactMap { $0 }
        for end in moving { total.addMotion(time: end.time, distance: end.distance) }
        total.addStay(
            standing: place.figures.covered - moving.reduce(0) { $0 + $1.time }, unknown: place.figures.unknown)
    }

    /// A trip must cover or end more than a stay's radius away, and last: the first point of a stay, where a track
    /// begins, may be a coarse one far from its centre.
    mutating func end(_ trip: OpenTrip, at end: Coordinate, _ moment: Timestamp) {
        guard moment > trip.start.timestamp else { return }
        let apart = trip.start.coordinate.distance(to: end)
        guard max(trip.figures.metres + trip.figures.gapMetres, apart) > rule.radius else { return }
        trips.append(Trip(trip, end: end, to: moment))
    }

    /// Returns the summary as if the track ended with the last point.
    public func finish() -> TrackSummary {
        var end = settled
        if let place = end.place {
            end.close(place, isLeft: false)
            if let trip = end.trip { end.end(trip, at: place.last.coordinate, place.last.timestamp) }
        }
        return end.summary
    }

    private var summary: TrackSummary {
        var summary = TrackSummary()
        summary.points = points
        (summary.outliers, summary.jumps) = (outliers, jumps)
        summary.distance = total.metres
        summary.moving = .milliseconds(total.moving)
        summary.standing = .milliseconds(total.standing)
        summary.unknown = .milliseconds(total.unknown)
        summary.gapDistance = total.gapMetres
        summary.topSpeed = [total.top.metresPerSecond, summary.meanSpeed].compactMap { $0 }.max()
        (summary.ascent, summary.descent) = hasAltitude ? climb.metres : (nil, nil)
        (summary.stays, summary.trips, summary.gaps) = (stays, trips, longGaps)
        return summary
    }
}
