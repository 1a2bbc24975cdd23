public import Basics

/// Where a machine was at a moment: a fix as it was shown, as a history keeps it.
public struct TrackPoint: Hashable, Sendable {
    /// When it was there.
    public let timestamp: Timestamp
    /// Where it was.
    public let coordinate: Coordinate
    /// Everything else that was known; its time and coordinate are these.
    public let fix: Fix
    /// Whether it moved.
    public let motion: Motion
    /// How many satellites the receiver used; nil when unknown.
    public let satellitesUsed: Int?

    /// Takes a fix that has a time and a position; nil where it lacks one of them.
    public init?(_ fix: Fix, motion: Motion = .unknown, satellitesUsed: Int? = nil) {
        guard let timestamp = fix.timestamp, let coordinate = fix.coordinate else { return nil }
        self.timestamp = timestamp
        self.coordinate = coordinate
        self.fix = fix
        self.motion = motion
        self.satellitesUsed = satellitesUsed
    }
}

/// When the way between two points of a track is not known, so that no line may be drawn between them.
///
/// Time alone does not tell: a history thinned to a fix in five minutes has no gaps, and a minute without reception in
/// one of a fix each second has one. So there is a gap
/// - where another receiver goes on, or time runs back: these are two tracks;
/// - where more than ``silence`` passes, which at a fix each second is a loss of reception and no hiccup,
/// - unless that is at most ``factor`` times what passed before the point before, up to ``rarest``: then fixes are just
///   kept rarely;
/// - or both points lie within ``standstill`` of each other and no more than ``stay`` apart: it stood there, and fixes
///   of a stay are kept rarely (once a minute by default, once in five minutes when thinned).
public struct GapRule: Hashable, Sendable {
    /// What may pass in any case.
    public var maxSilence: Duration = .seconds(60)
    /// How many times the usual interval may pass.
    public var intervalFactor = 3
    /// What can be usual: fixes that are kept more rarely than this make no line.
    public var maxUsualInterval: Duration = .seconds(600)
    /// How long a stay may be without a fix.
    public var maxStay: Duration = .seconds(1800)
    /// Metres within which it stands, unless the accuracies of both points allow for more.
    public var standstillRadius = 30.0

    /// Makes the rule with its usual limits.
    public init() {}

    /// Whether there is a gap between two points in their order.
    ///
    /// - Parameters:
    ///   - from: the point before.
    ///   - to: the point after.
    ///   - usual: what passed between the point before and the one before that; nil where there is none.
    /// - Returns: true where the way between them is not known.
    public func isGap(from: TrackPoint, to: TrackPoint, usual: Duration?) -> Bool {
        let interval = to.timestamp.milliseconds.subtractingReportingOverflow(from.timestamp.milliseconds)
        guard from.fix.device == to.fix.device, interval.partialValue >= 0, !interval.overflow else { return true }
        let passed = Duration.milliseconds(interval.partialValue)
        if passed <= maxSilence { return false }
        if let usual, usual <= maxUsualInterval, passed <= usual * intervalFactor { return false }
        return passed > maxStay || !isStanding(from, to)
    }

    private func isStanding(_ from: TrackPoint, _ to: TrackPoint) -> Bool {
        guard from.motion != .moving || to.motion != .moving else { return false }
        let radii = [from, to].map { $0.fix.horizontalAccuracy?.radius ?? 0 }
        return from.coordinate.distance(to: to.coordinate) <= max(standstillRadius, radii[0] + radii[1])
    }
}

/// How fixes beyond an age are thinned: one in so many seconds is kept.
public struct ThinningRule: Hashable, Sendable {
    /// How old an hour of fixes is before it is thinned.
    public var age: Duration
    /// The least time between two kept fixes of a machine that moves, or of which that is not known.
    public var movingInterval: Duration
    /// The same for one that stands.
    public var stationaryInterval: Duration

    /// Makes a rule.
    public init(age: Duration, movingInterval: Duration, stationaryInterval: Duration) {
        self.age = age
        self.movingInterval = movingInterval
        self.stationaryInterval = stationaryInterval
    }
}
