import Basics
public import Location

/// What of the fixes is recorded, and how soon it is on the disk.
public struct RecordingSettings: Hashable, Sendable {
    /// Which fixes are recorded.
    public enum Extent: String, CaseIterable, Sendable {
        /// While the machine stands, one a minute unless it moves; every fix while it moves or that is not known.
        case thinned
        /// Every fix.
        case all
    }

    /// How long a fix may wait to be written: what a power cut costs.
    ///
    /// 0 writes each at once.
    public var commitInterval: Duration
    /// Which fixes are recorded.
    public var extent: Extent
    /// What becomes of them as they grow old.
    public var retention: Retention

    /// Makes settings; without arguments those of a daemon nobody has configured.
    public init(
        commitInterval: Duration = .seconds(10), extent: Extent = .thinned, retention: Retention = .unlimited
    ) {
        self.commitInterval = commitInterval
        self.extent = extent
        self.retention = retention
    }
}

/// What becomes of recorded fixes as they grow old.
public struct Retention: Hashable, Sendable {
    /// Nothing is ever removed.
    public static let unlimited = Retention()

    /// How long fixes are kept; nil for ever.
    public var maxAge: Duration?
    /// How old ones are thinned, in any order; none where every fix is kept.
    public var thinning: [ThinningRule]

    /// Makes a policy.
    public init(maxAge: Duration? = nil, thinning: [ThinningRule] = []) {
        self.maxAge = maxAge
        self.thinning = thinning
    }

    /// Whether there is anything to do, ever.
    public var isUnlimited: Bool { maxAge == nil && thinning.isEmpty }
}

extension ThinningRule {
    /// What is left of the points of one device, given and answered in time order.
    ///
    /// The first point and each at which the machine starts or stops are kept.
    public func thin(_ points: [TrackPoint]) -> [TrackPoint] {
        var kept: [TrackPoint] = []
        for point in points {
            let isStanding = point.motion == .stationary
            if let last = kept.last, isStanding == (last.motion == .stationary),
                point.timestamp - last.timestamp < (isStanding ? stationaryInterval : movingInterval)
            {
                continue
            }
            kept.append(point)
        }
        return kept
    }
}
