public import Basics
public import Location

/// Where something was between two fixes.
///
/// On the shortest way, at the share of the time. How far it may have been from there has two bounds, of which the
/// smaller holds:
/// - what it can gain by accelerating and braking again within the time, `a t (T - t) / 2`, with ``acceleration``;
/// - how far off the way it can have gone at its speed and still have been at the next fix in time: half the width of
///   the ellipse with both fixes as foci and the way it could go as its length. Its speed is the fastest of what both
///   fixes report and what the way between them takes, and half as much again.
///
/// That joins the accuracies of both fixes, weighted by time, as errors that do not depend on each other: by the root
/// of the sum of squares.
public struct Interpolation: Hashable, Sendable {
    /// Metres per second squared: braking and turning of a car in traffic.
    public static let maxAcceleration = 2.0
    /// How much faster than known it may have been.
    private static let speedMargin = 1.5
    /// Metres per second that no receiver tells from standing.
    private static let minSpeed = 0.2

    private let rule: GapRule

    /// Takes the rule of what a gap is; in one, nothing is known.
    public init(rule: GapRule = GapRule()) {
        self.rule = rule
    }

    /// Where it was at a time.
    ///
    /// - Parameters:
    ///   - time: the time asked for.
    ///   - before: the last fix at or before that time; nil where there is none.
    ///   - after: the first fix at or after that time; nil where there is none.
    ///   - usual: what usually passes between fixes there; nil where that is not known.
    /// - Returns: the whereabouts, unknown where the times are not in that order too.
    public func position(
        at time: Timestamp, before: TrackPoint?, after: TrackPoint?, usual: Duration? = nil
    ) -> TrackPosition {
        if let before, before.timestamp == time { return .fix(before) }
        if let after, after.timestamp == time { return .fix(after) }
        guard let before, let after, before.timestamp < time, time < after.timestamp,
            !rule.isGap(from: before, to: after, usual: usual)
        else { return .unknown(before: before, after: after) }
        return .interpolated(interpolated(at: time, before: before, after: after))
    }

    private func interpolated(at time: Timestamp, before: TrackPoint, after: TrackPoint) -> InterpolatedPosition {
        let whole = (after.timestamp - before.timestamp).inSeconds
        let passed = (time - before.timestamp).inSeconds
        let share = passed / whole
        return InterpolatedPosition(
            timestamp: time, coordinate: before.coordinate.interpolated(to: after.coordinate, fraction: share),
            horizontalAccuracy: accuracy(before, after, share: share, whole: whole),
            altitude: Self.interpolate(from: before.fix.altitude, to: after.fix.altitude, share: share), before: before, after: after)
    }

    private func accuracy(_ before: TrackPoint, _ after: TrackPoint, share: Double, whole: Double) -> Double? {
        let radii = (before.fix.horizontalAccuracy?.radius, after.fix.horizontalAccuracy?.radius)
        guard let measured = Self.interpolate(from: radii.0, to: radii.1, share: share) else { return nil }
        let way = before.coordinate.distance(to: after.coordinate)
        let fastest = max(before.fix.speed ?? 0, after.fix.speed ?? 0, way / whole, Self.minSpeed) * Self.speedMargin
        let reach = fastest * whole
        let width = max(0, reach * reach - way * way).squareRoot() / 2
        // The ellipse is widest halfway and closes at both fixes.
        let aside = width * 2 * (share * (1 - share)).squareRoot()
        let gained = Self.maxAcceleration * share * (1 - share) * whole * whole / 2
        let strayed = min(aside, gained)
        return (measured * measured + strayed * strayed).squareRoot()
    }

    private static func interpolate(from first: Double?, to second: Double?, share: Double) -> Double? {
        guard let first, let second else { return nil }
        return first + share * (second - first)
    }
}

/// Where something was at a time, as far as its track tells.
public enum TrackPosition: Hashable, Sendable {
    /// A fix of that very time.
    case fix(TrackPoint)
    /// Worked out from the fixes before and after.
    case interpolated(InterpolatedPosition)
    /// Not known: no fix between these two, of which either may be missing.
    case unknown(before: TrackPoint?, after: TrackPoint?)
}

/// A position between two fixes.
public struct InterpolatedPosition: Hashable, Sendable {
    /// The time that was asked for.
    public let timestamp: Timestamp
    /// Where it was, on the shortest way between both.
    public let coordinate: Coordinate
    /// Metres around it; nil where a fix has no accuracy itself.
    public let horizontalAccuracy: Double?
    /// Metres above mean sea level; nil where a fix has none.
    public let altitude: Double?
    /// The fix before.
    public let before: TrackPoint
    /// The fix after.
    public let after: TrackPoint
}
