public import Basics

/// A recorded position: a fix as it was shown and as the history stores it.
public struct TrackPoint: Hashable, Sendable {
    /// The time of the position.
    public let timestamp: Timestamp
    /// The position.
    public let coordinate: Coordinate
    /// The complete fix, with the same time and coordinate; without details, since nothing stores them.
    public let fix: Fix
    /// The state of motion.
    public let motion: Motion
    /// The number of satellites used; nil if unknown.
    public let satellitesUsed: Int?
    /// How far the receiver could be trusted.
    public let integrity: Integrity.Level

    /// Creates a point from a fix; nil if it lacks time or position.
    public init?(
        _ fix: consuming Fix, motion: Motion = .unknown, satellitesUsed: Int? = nil,
        integrity: Integrity.Level = .nominal
    ) {
        guard let timestamp = fix.timestamp, let coordinate = fix.coordinate else { return nil }
        fix.removeDetails()
        self.timestamp = timestamp
        self.coordinate = coordinate
        self.fix = fix
        self.motion = motion
        self.satellitesUsed = satellitesUsed
        self.integrity = integrity
    }
}

/// A rule that decides whether two consecutive points of a track are separated by a gap, across which no line is drawn.
///
/// Time alone is not enough: a history thinned to a fix in five minutes has no gaps, while a minute without reception
/// in a history of a fix each second is one. There is a gap
/// - if the receiver changes or time runs backwards, which makes two tracks;
/// - if the interval exceeds ``maxSilence``, which at a fix each second means lost reception,
/// - unless the interval is at most ``intervalFactor`` times the interval before it, up to ``maxUsualInterval``: then
///   fixes are recorded rarely;
/// - or both points lie within ``standstillRadius`` and at most ``maxStay`` apart: the machine stood there, and fixes
///   of a stay are recorded rarely (once a minute by default, once in five minutes when thinned).
public struct GapRule: Hashable, Sendable {
    /// The interval that is never a gap.
    public var maxSilence: Duration = .seconds(60)
    /// The multiple of the usual interval that is not a gap.
    public var intervalFactor = 3
    /// The longest interval that counts as usual; fixes recorded more rarely make no line.
    public var maxUsualInterval: Duration = .seconds(600)
    /// The longest stay without a fix.
    public var maxStay: Duration = .seconds(1800)
    /// The radius in metres that counts as standing still, unless the accuracies of both points allow for more.
    public var standstillRadius = 30.0

    /// Creates a rule with the default limits.
    public init() {}

    /// Returns true if there is a gap between two consecutive points.
    ///
    /// - Parameters:
    ///   - from: the earlier point.
    ///   - to: the later point.
    ///   - usual: the interval that ended at the earlier point; nil if there is none.
    /// - Returns: true if the path between them is unknown.
    public func isGap(from: TrackPoint, to: TrackPoint, usual: Duration?) -> Bool {
        let interval = to.timestamp.milliseconds.subtractingReportingOverflow(from.timestamp.milliseconds)
        guard from.fix.device == to.fix.device, interval.partialValue >= 0, !interval.overflow else { return true }
        let passed = Duration.milliseconds(interval.partialValue)
        if passed <= maxSilence { return false }
        if let usual, usual <= maxUsualInterval, passed <= usual * intervalFactor { return false }
        return passed > maxStay || !isStanding(from, to)
    }

    /// Returns true if an interval is one of a device that reports rarely, so that a journey is seen at a few places.
    ///
    /// - Parameters:
    ///   - interval: the time between two points.
    ///   - usual: the interval that ended at the earlier point; nil if there is none.
    ///   - next: the interval that begins at the later point; nil if there is none.
    /// - Returns: true if the interval is like one of both, and both are at most ``maxStay``.
    public func isSparse(_ interval: Duration, usual: Duration?, next: Duration? = nil) -> Bool {
        [usual, next].contains { other in
            guard let other, other <= maxStay else { return false }
            return interval <= min(maxStay, other * 2)
        }
    }

    private func isStanding(_ from: TrackPoint, _ to: TrackPoint) -> Bool {
        guard from.motion != .moving || to.motion != .moving else { return false }
        let radii = [from, to].map { $0.fix.horizontalAccuracy?.radius ?? 0 }
        return from.coordinate.distance(to: to.coordinate) <= max(standstillRadius, radii[0] + radii[1])
    }
}

/// A rule that thins fixes beyond an age to a minimum interval.
public struct ThinningRule: Hashable, Sendable {
    /// The age at which an hour of fixes is thinned.
    public var age: Duration
    /// The minimum interval between fixes of a moving machine, or of one whose motion is unknown.
    public var movingInterval: Duration
    /// The minimum interval between fixes of a stationary machine.
    public var stationaryInterval: Duration

    /// Creates a rule.
    public init(age: Duration, movingInterval: Duration, stationaryInterval: Duration) {
        self.age = age
        self.movingInterval = movingInterval
        self.stationaryInterval = stationaryInterval
    }
}
