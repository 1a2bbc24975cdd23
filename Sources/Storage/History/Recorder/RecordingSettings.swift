import Basics
public import Location

/// The extent, the commit interval and the retention of recording.
public struct RecordingSettings: Hashable, Sendable {
    /// The fixes that are recorded.
    public enum Extent: String, CaseIterable, Sendable {
        /// One fix per minute while stationary; every fix while moving or while the motion is unknown.
        case thinned
        /// Every fix.
        case all
    }

    /// The maximum time until a fix is written, which a power cut may lose.
    ///
    /// With 0 each fix is written at once.
    public var commitInterval: Duration
    /// The fixes that are recorded.
    public var extent: Extent
    /// The retention policy.
    public var retention: Retention

    /// The maximum time until a fix at rest is written: a power cut then only shortens a stay.
    public var stayInterval: Duration { commitInterval * 10 }

    /// Creates settings; the defaults are those of the daemon.
    public init(
        commitInterval: Duration = .seconds(30), extent: Extent = .thinned, retention: Retention = .unlimited
    ) {
        self.commitInterval = commitInterval
        self.extent = extent
        self.retention = retention
    }
}

/// The retention policy for recorded fixes.
public struct Retention: Hashable, Sendable {
    /// Keeps every fix.
    public static let unlimited = Retention()

    /// The maximum age of a fix; nil for unlimited.
    public var maxAge: Duration?
    /// The rules by which older fixes are thinned, in any order; none to keep every fix.
    public var thinning: [ThinningRule]

    /// Creates a policy.
    public init(maxAge: Duration? = nil, thinning: [ThinningRule] = []) {
        self.maxAge = maxAge
        self.thinning = thinning
    }

    /// Returns true if the policy keeps every fix.
    public var isUnlimited: Bool { maxAge == nil && thinning.isEmpty }
}

extension ThinningRule {
    /// Returns the remaining points of one device; input and output are in order of time.
    ///
    /// The first point and each start or end of a stay remain.
    public func thin(_ points: [TrackPoint]) -> [TrackPoint] {
        var remaining: [TrackPoint] = []
        for point in points {
            let isStationary = point.motion == .stationary
            if let last = remaining.last, isStationary == (last.motion == .stationary),
                (point.integrity == .contradicted) == (last.integrity == .contradicted),
                point.timestamp - last.timestamp < (isStationary ? stationaryInterval : movingInterval)
            {
                continue
            }
            remaining.append(point)
        }
        return remaining
    }
}
