import Location

/// The counts along a path, in whole steps, so that the figures of consecutive paths can be added up exactly.
public struct PathFigures: Hashable, Sendable {
    /// The number of points.
    public internal(set) var points = 0
    /// Milliseconds in motion.
    public internal(set) var moving: Int64 = 0
    /// Milliseconds standing.
    public internal(set) var standing: Int64 = 0
    /// Milliseconds in gaps.
    public internal(set) var unknown: Int64 = 0
    /// Micrometres travelled.
    public internal(set) var distance: Int64 = 0
    /// Micrometres across gaps, as straight lines between their ends.
    public internal(set) var gapDistance: Int64 = 0
    var climb = AltitudeProfile()
    /// The highest speed.
    public internal(set) var top = TopSpeed()

    /// Creates the figures of no path.
    public init() {}

    /// Milliseconds covered by fixes.
    public var covered: Int64 { moving &+ standing }

    /// Adds a step; a gap interrupts the measurement of altitude and speed.
    public mutating func add(_ step: TrackStep) {
        switch step {
        case .gap(let time, let metres):
            unknown &+= time
            gapDistance &+= metres
            interrupt()
        case .standing(let time): standing &+= time
        case .moving(let time, let metres):
            moving &+= time
            distance &+= metres
        }
    }

    /// Adds the speed and the altitude of a point, reached by a step; nil for the first point.
    ///
    /// Without a reported speed, that of a step in motion counts.
    ///
    /// - Parameters:
    ///   - point: the point.
    ///   - step: the step to it.
    ///   - altitude: the last altitude before it; nil if it has the first one.
    mutating func measure(_ point: TrackPoint, after step: TrackStep?, altitude: Altitude?) {
        points += 1
        var speed = point.fix.speed.map { max(0, Steps.whole($0 * 1000)) }
        if let reported = speed, let step, reported > Self.maxReported(step) { speed = nil }
        if speed == nil, case .moving(let time, let distance) = step, time > 0 { speed = distance / time }
        top.add(speed)
        if let next = Altitude(point) { climb.add(next, after: altitude) }
    }

    /// The highest plausible reported speed in millimetres per second: twice that of the step, and what positions that
    /// lag behind leave open.
    private static func maxReported(_ step: TrackStep) -> Int64 {
        guard case .moving(let time, let distance) = step, time > 0 else { return 50_000 }
        return 50_000 &+ distance / time &* 2
    }

    /// True if any point had an altitude.
    public var hasAltitude: Bool { climb.extremes != nil }

    /// The lowest and the highest altitude in metres; nil without one.
    public var altitudes: ClosedRange<Double>? {
        climb.extremes.map { Double($0.lowerBound) / 100...Double($0.upperBound) / 100 }
    }

    /// Keeps only the extremes of the altitudes, as of a stay, whose noise does not count.
    public mutating func keepExtremes() { climb.keepExtremes() }

    /// Adds the figures of the path that follows.
    public mutating func append(_ later: PathFigures) {
        appendCounts(later)
        climb.append(later.climb)
    }

    /// Adds the figures of the path that follows, apart from its altitudes.
    public mutating func appendCounts(_ later: PathFigures) {
        points &+= later.points
        moving &+= later.moving
        standing &+= later.standing
        unknown &+= later.unknown
        distance &+= later.distance
        gapDistance &+= later.gapDistance
        top.append(later.top)
    }

    /// Adds a path on which only the time and the distance count.
    public mutating func addMotion(time: Int64, distance more: Int64) {
        moving &+= time
        distance &+= more
    }

    /// Adds the milliseconds of a stay, whose noise does not count.
    public mutating func addStay(standing more: Int64, unknown gaps: Int64) {
        standing &+= more
        unknown &+= gaps
    }

    /// Interrupts the measurement of altitude and speed.
    public mutating func interrupt() {
        climb.interrupt()
        top.interrupt()
    }
}

/// The highest speed reached by two consecutive points; a single one may be an outlier.
///
/// Millimetres per second.
public struct TopSpeed: Hashable, Sendable {
    /// The speed; nil without two consecutive ones.
    public internal(set) var value: Int64?
    var first: Int64?
    var last: Int64?
    var isEmpty = true

    /// Metres per second; nil without two consecutive speeds.
    public var metresPerSecond: Double? { value.map { Double($0) / 1000 } }

    mutating func add(_ speed: Int64?) {
        if isEmpty { first = speed }
        if let speed, let last { value = max(value ?? 0, min(speed, last)) }
        last = speed
        isEmpty = false
    }

    mutating func append(_ later: TopSpeed) {
        guard !later.isEmpty else { return }
        add(later.first)
        if let top = later.value { value = max(value ?? 0, top) }
        last = later.last
    }

    mutating func interrupt() { last = nil }
}
