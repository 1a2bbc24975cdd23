import Basics
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
    private let rule = StayRule()
    private let gaps = GapRule()
    private var stays: [Stay] = []
    private var trips: [Trip] = []
    private var longGaps: [Gap] = []
    private var points = 0
    private var hasAltitude = false
    private var total = PathFigures()
    private var climb = ElevationGain()
    /// The place of the last point.
    private var place: StayCandidate?
    /// The open trip so far, without the place of the last point.
    private var trip: OpenTrip?
    private var filter = OutlierFilter()
    /// The first and the last point that count, and the interval that ended at the last one; nil if there is none.
    private var counted: (first: TrackPoint, last: TrackPoint, usual: Duration?)?
    private var firstInterval: Duration?
    /// The last point; nil before the first.
    public private(set) var last: TrackPoint?
    /// The interval that ended at the last point; nil if there is none.
    public private(set) var usualInterval: Duration?

    /// Creates statistics of an empty track.
    ///
    /// - Parameter usual: the interval before its first point; nil if there is none.
    public init(usual: Duration? = nil) { firstInterval = usual }

    /// Creates statistics of points, sorted by time.
    public init(_ points: [TrackPoint]) {
        for part in TrackPart.parts(of: points) { add(part) }
    }

    /// Adds the next part; parts must be in chronological order.
    public mutating func add(_ part: TrackPart) {
        points &+= part.points
        usualInterval = part.usual ?? last.flatMap { part.first.interval(after: $0) }
        last = part.last
        for kept in filter.add(part) { count(kept) }
    }

    /// Counts a part without outliers.
    private mutating func count(_ part: TrackPart) {
        if let counted, let place {
            let isGap = gaps.isGap(from: counted.last, to: part.first, usual: counted.usual)
            let step = TrackStep(from: counted.last, to: part.first, isGap: isGap, rule: rule)
            join(place, with: part.start, by: step)
        } else {
            begin(at: part.start)
        }
        for leg in part.legs { go(leg.passage, to: leg.place) }
        let usual = part.usual ?? (counted.map { part.first.interval(after: $0.last) } ?? firstInterval)
        counted = (counted?.first ?? part.first, part.last, usual)
    }

    /// The track's statistics with the decision on its last points.
    private var settled: TrackStatistics {
        var end = self
        for part in end.filter.finish() { end.count(part) }
        return end
    }

    /// The first and the last point without outliers, and the interval that ended at the last one; nil without points.
    public var ends: (first: TrackPoint, last: TrackPoint, usual: Duration?)? { settled.counted }

    private mutating func begin(at start: StayCandidate) {
        place = start
        trip = trip ?? OpenTrip(start: start.anchor)
    }

    private mutating func join(_ place: StayCandidate, with start: StayCandidate, by step: TrackStep) {
        let isWide = if case .gap = step { step.duration >= rule.minDuration } else { false }
        let isSparse = isWide && gaps.isSparse(step.duration, usual: counted?.usual)
        let isLongGap = isWide && !isSparse
        if place.isContinued(by: start, after: step, rule) {
            self.place?.append(start, by: step)
            if place.isStay(rule) { self.place?.forgetAltitudes() }
        } else if !isLongGap {
            var passage = PathFigures()
            passage.add(step)
            go(passage, to: start)
            if isSparse { trip?.isSparse = true }
        } else if rule.isOnePlace(place.last, start.anchor) {
            close(place, isLeft: false)
            self.place = StayCandidate(arrivingWith: place)
            self.place?.append(start, by: step)
        } else {
            interrupt(place, start, by: step)
        }
    }

    /// Ends the track at a place, and starts again after a gap.
    private mutating func interrupt(_ place: StayCandidate, _ start: StayCandidate, by step: TrackStep) {
        close(place, isLeft: false)
        if let trip { end(trip, at: place.last.coordinate, place.last.timestamp) }
        trip = nil
        longGaps.append(Gap(from: place.last, to: start.anchor))
        total.add(step)
        climb.interrupt()
        begin(at: start)
    }

    /// Leaves the place of the last point on a path to another one.
    private mutating func go(_ passage: PathFigures, to next: StayCandidate) {
        guard let place else { return }
        close(place, isLeft: true)
        count(passage)
        self.place = next
    }

    /// Counts a place as a stay or as part of a trip.
    private mutating func close(_ place: StayCandidate, isLeft: Bool) {
        guard place.isStay(rule) else { return count(place.figures) }
        hasAltitude = hasAltitude || place.figures.hasAltitude
        let begin = trip.map { $0.start.timestamp == place.anchor.timestamp } ?? true ? nil : place.arrival(rule)
        let leaving = isLeft ? place.leaving(rule) : nil
        let stay = Stay(place, arrival: begin, leaving: leaving)
        count(place, begin, leaving)
        if let begin { trip?.figures.addMotion(time: begin.time, distance: begin.distance) }
        if let trip { end(trip, at: begin?.place ?? place.anchor.coordinate, stay.from) }
        trip = isLeft ? OpenTrip(leaving: place, leaving, at: stay.to) : nil
        stays.append(stay)
    }

    /// Counts a path.
    private mutating func count(_ path: PathFigures) {
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

    /// A trip must cover or end more than a stay's radius away.
    private mutating func end(_ trip: OpenTrip, at end: Coordinate, _ moment: Timestamp) {
        let apart = trip.start.coordinate.distance(to: end)
        guard max(trip.figures.metres, apart) > rule.radius else { return }
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
        summary.outliers = filter.omitted
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

/// A trip that has not ended.
private struct OpenTrip {
    let start: (coordinate: Coordinate, timestamp: Timestamp)
    var figures = PathFigures()
    var isSparse = false

    init(start: TrackPoint) {
        self.start = (start.coordinate, start.timestamp)
    }

    /// Begins where a stay was left, or with its last point.
    init(leaving place: StayCandidate, _ end: MovingEnd?, at moment: Timestamp) {
        start = (end?.place ?? place.last.coordinate, moment)
        if let end { figures.addMotion(time: end.time, distance: end.distance) }
    }
}

extension Trip {
    fileprivate init(_ trip: OpenTrip, end: Coordinate, to moment: Timestamp) {
        let figures = trip.figures
        let mean = figures.moving > 0 ? figures.metres * 1000 / Double(figures.moving) : nil
        self.init(
            start: trip.start.coordinate, end: end, from: trip.start.timestamp, to: moment, distance: figures.metres,
            gapDistance: figures.gapMetres, isSparse: trip.isSparse, moving: .milliseconds(figures.moving),
            seen: .milliseconds(figures.covered), topSpeed: [figures.top.metresPerSecond, mean].compactMap { $0 }.max())
    }
}

extension Stay {
    fileprivate init(_ place: StayCandidate, arrival: MovingEnd?, leaving: MovingEnd?) {
        let (before, after) = (arrival?.time ?? 0, leaving?.time ?? 0)
        self.init(
            coordinate: place.centroid, from: place.anchor.timestamp + .milliseconds(before),
            to: place.last.timestamp + .milliseconds(-after),
            seen: .milliseconds(place.figures.covered - before - after))
    }
}

extension PathFigures {
    fileprivate var metres: Double { Double(distance) / 1e6 }
    fileprivate var gapMetres: Double { Double(gapDistance) / 1e6 }
}

extension TrackPoint {
    /// Returns the interval since an earlier point; nil if time runs backwards.
    fileprivate func interval(after earlier: TrackPoint) -> Duration? {
        let passed = timestamp.milliseconds.subtractingReportingOverflow(earlier.timestamp.milliseconds)
        return passed.overflow || passed.partialValue < 0 ? nil : .milliseconds(passed.partialValue)
    }
}
