import Basics
public import Location

/// The points since a place where a stay may have begun: all are at that place.
public struct StayCandidate: Hashable, Sendable {
    /// The first point.
    public let anchor: TrackPoint
    /// The last point.
    public internal(set) var last: TrackPoint
    /// The figures of its points and of the steps between them.
    public internal(set) var figures = PathFigures()
    /// The steps before the first one that stood.
    var approach: MovingEnd
    /// The steps since the last one that stood.
    var departure: MovingEnd
    /// The number of the points whose mean is the place, and the sums of their offsets from the anchor, in 1e-7 degree.
    var averaged: Int64 = 0
    var north: Int64 = 0
    var east: Int64 = 0
    /// The first point of the last of the candidates that were joined, without points that are much less accurate.
    public internal(set) var centre: TrackPoint

    /// Creates a candidate from a point, reached by a step, with the last altitude before it; both nil for the first point
    /// of a track.
    init(at point: TrackPoint, after step: TrackStep? = nil, altitude: Altitude? = nil) {
        self.init(anchor: point)
        averaged = 1
        figures.measure(point, after: step, altitude: altitude)
    }

    /// Creates a candidate without figures.
    init(anchor point: TrackPoint) {
        anchor = point
        last = point
        centre = point
        approach = MovingEnd(place: point.coordinate)
        departure = approach
    }

    /// Creates a stay that begins at the last point of another candidate.
    public init(arrivingWith other: StayCandidate) {
        self.init(anchor: other.last)
        centre = other.centre
    }

    /// The time from the first point to the last.
    public var duration: Duration {
        let passed = last.timestamp.milliseconds.subtractingReportingOverflow(anchor.timestamp.milliseconds)
        return passed.overflow ? .zero : .milliseconds(passed.partialValue)
    }

    /// Returns true if a point is at another place.
    func isLeft(by point: TrackPoint, _ rule: StayRule) -> Bool { !rule.isOnePlace(centre, point) }

    /// Returns true if it lasts long enough for a stay.
    public func isStay(_ rule: StayRule) -> Bool { duration >= rule.minDuration }

    /// The end of the trip to this place, after ``anchor``; nil if it never stood, or moved too far before.
    public func arrival(_ rule: StayRule) -> MovingEnd? { approach.isShort(rule) ? approach : nil }

    /// The beginning of the trip from this place, before ``last``; nil if it never stood, or moved too far since.
    public func leaving(_ rule: StayRule) -> MovingEnd? { departure.isShort(rule) ? departure : nil }

    /// The mean of all positions of about the best accuracy; the first one within some kilometres of a pole.
    public var centroid: Coordinate {
        let start = anchor.coordinate
        guard abs(start.latitude) < 89.9, averaged > 0 else { return start }
        let degree = Steps.perDegree * Double(averaged)
        let longitude = start.longitude + Double(east) / degree
        return Coordinate(
            clampingLatitude: start.latitude + Double(north) / degree,
            longitude: longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude)
    }

    /// Adds the next point, which is at the same place, and the step to it; no gap.
    mutating func add(_ step: TrackStep, to point: TrackPoint, altitude: Altitude?) {
        figures.add(step)
        figures.measure(point, after: step, altitude: altitude)
        average(anchor.offset(to: point), count: 1, around: point, StayRule())
        let next = MovingEnd(place: point.coordinate)
        approach.append(next, by: step)
        departure = departure.followed(by: next, after: step)
        last = point
    }

    /// Where a trip to it ends: the first point, unless that is too inaccurate.
    public func entry(_ rule: StayRule) -> Coordinate {
        rule.isCoarse(anchor, beside: centre) ? centroid : anchor.coordinate
    }

    /// Where a trip from it begins: the last point, unless that is too inaccurate.
    public func exit(_ rule: StayRule) -> Coordinate {
        rule.isCoarse(last, beside: centre) ? centroid : last.coordinate
    }

    /// Does not count the change to the first altitude.
    public mutating func detachAltitude() { figures.climb.detach() }

    /// Keeps only the extremes of the altitudes, whose changes do not count in a stay.
    public mutating func forgetAltitudes() { figures.keepExtremes() }

    /// Returns true if a later candidate, reached by a step, is at the same place.
    ///
    /// Two that are too short for a stay are at one place only if the second also ends there: otherwise it is a slow
    /// journey.
    public func isContinued(by later: StayCandidate, after step: TrackStep, _ rule: StayRule) -> Bool {
        guard isOnePlace(as: later, rule) else { return false }
        return isStay(rule) || later.isStay(rule) || step.duration >= rule.minDuration
            || rule.isOnePlace(centre, later.last)
    }

    /// Returns true if a later candidate begins at the same place.
    public func isOnePlace(as later: StayCandidate, _ rule: StayRule) -> Bool { rule.isOnePlace(centre, later.anchor) }

    /// Joins a later candidate at the same place, after a path on which it was not left.
    public mutating func append(_ later: StayCandidate, after path: PathFigures) {
        figures.append(path)
        append(later, by: .standing(time: 0))
    }

    /// Counts a fix that was off, of which nothing says where the place is.
    public mutating func count(stray fix: StayCandidate, after path: PathFigures) {
        figures.append(path)
        figures.append(fix.figures)
    }

    /// Joins a later candidate at the same place, reached by a step.
    public mutating func append(_ later: StayCandidate, by step: TrackStep, _ rule: StayRule = StayRule()) {
        figures.add(step)
        figures.append(later.figures)
        let offset = anchor.offset(to: later.anchor)
        let sums = (
            north: later.north &+ offset.north &* later.averaged, east: later.east &+ offset.east &* later.averaged
        )
        let isFiner = !rule.isCoarse(later.centre, beside: centre)
        average(sums, count: later.averaged, around: later.centre, rule)
        if isFiner { centre = later.centre }
        approach.append(later.approach, by: step)
        departure = departure.followed(by: later.departure, after: step)
        last = later.last
    }

    /// Adds offsets to the mean, unless their accuracy is much worse; if it is much better, they replace the mean.
    private mutating func average(
        _ sums: (north: Int64, east: Int64), count: Int64, around point: TrackPoint, _ rule: StayRule
    ) {
        guard !rule.isCoarse(point, beside: centre) else { return }
        if rule.isCoarse(centre, beside: point) { (averaged, north, east, centre) = (0, 0, 0, point) }
        averaged &+= count
        north &+= sums.north
        east &+= sums.east
    }
}

/// The part of a candidate before it stood still for the first time, or since it last did.
public struct MovingEnd: Hashable, Sendable {
    /// Milliseconds.
    public internal(set) var time: Int64 = 0
    /// Micrometres.
    public internal(set) var distance: Int64 = 0
    /// The position of the machine.
    public internal(set) var place: Coordinate
    /// True as long as it never stood.
    var isOpen = true

    init(place: Coordinate) { self.place = place }

    func isShort(_ rule: StayRule) -> Bool { !isOpen && distance <= Steps.micrometres(rule.maxApproach) }

    /// Extends an approach by that of what follows.
    mutating func append(_ later: MovingEnd, by step: TrackStep) {
        guard isOpen else { return }
        guard case .moving(let passed, let metres) = step else {
            isOpen = false
            return
        }
        time &+= passed &+ later.time
        distance &+= metres &+ later.distance
        place = later.place
        isOpen = later.isOpen
    }

    /// Returns the departure of this and what follows.
    func followed(by later: MovingEnd, after step: TrackStep) -> MovingEnd {
        var end = later
        if later.isOpen, case .moving(let passed, let metres) = step {
            end.place = place
            end.time &+= time &+ passed
            end.distance &+= distance &+ metres
            end.isOpen = isOpen
        } else {
            end.isOpen = false
        }
        return end
    }
}

extension TrackPoint {
    /// Returns the offset of another point in steps of 1e-7 degree.
    fileprivate func offset(to other: TrackPoint) -> (north: Int64, east: Int64) {
        let north = Steps.degrees(other.coordinate.latitude) - Steps.degrees(coordinate.latitude)
        let east = Steps.degrees(other.coordinate.longitude) - Steps.degrees(coordinate.longitude)
        return (north, Steps.shorter(east))
    }
}
