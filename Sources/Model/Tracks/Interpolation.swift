public import Basics
public import Location

/// Estimates a position between two fixes.
///
/// The position is on the shortest path, at the same share of the distance as of the time. The error is the smaller of
/// two bounds:
/// - the distance gained by accelerating and braking within the interval, `a t (T - t) / 2`, with ``maxAcceleration``;
/// - the largest detour that still reaches the next fix in time: half the width of the ellipse with both fixes as foci
///   and the reachable distance as its length. The speed is the highest of the two reported speeds and the mean speed
///   between the fixes, times 1.5.
///
/// This error and the time-weighted accuracies of the fixes are independent, so they are combined as the root of the
/// sum of squares.
public struct Interpolation: Hashable, Sendable {
    /// Metres per second squared; typical of braking and turning in traffic.
    public static let maxAcceleration = 2.0
    /// The factor by which the speed may exceed the highest known speed.
    private static let speedMargin = 1.5
    /// Metres per second; a receiver cannot distinguish slower motion from standing still.
    private static let minSpeed = 0.2

    private let rule: GapRule
    private let stays: StayRule

    /// Creates an interpolation that returns no position within gaps as defined by the rule, unless both of its ends
    /// are at one place.
    public init(rule: GapRule = GapRule(), stays: StayRule = StayRule()) {
        self.rule = rule
        self.stays = stays
    }

    /// Returns the position at a time.
    ///
    /// - Parameters:
    ///   - time: the requested time.
    ///   - before: the last fix at or before that time; nil if there is none.
    ///   - after: the first fix at or after that time; nil if there is none.
    ///   - usual: the usual interval between fixes there; nil if not known.
    /// - Returns: the position, without an accuracy within a gap at one place; unknown within another gap and if the
    ///   times are out of order.
    public func position(
        at time: Timestamp, before: TrackPoint?, after: TrackPoint?, usual: Duration? = nil
    ) -> TrackPosition {
        if let before, before.timestamp == time { return .fix(before) }
        if let after, after.timestamp == time { return .fix(after) }
        guard let before, let after, before.timestamp < time, time < after.timestamp,
            before.fix.device == after.fix.device
        else { return .unknown(before: before, after: after) }
        let isGap = rule.isGap(from: before, to: after, usual: usual)
        guard !isGap || stays.isOnePlace(before, after) else { return .unknown(before: before, after: after) }
        return .interpolated(interpolated(at: time, before: before, after: after, isGap: isGap))
    }

    private func interpolated(
        at time: Timestamp, before: TrackPoint, after: TrackPoint, isGap: Bool
    ) -> InterpolatedPosition {
        let whole = (after.timestamp - before.timestamp).inSeconds
        let passed = (time - before.timestamp).inSeconds
        let share = passed / whole
        return InterpolatedPosition(
            timestamp: time, coordinate: before.coordinate.interpolated(to: after.coordinate, fraction: share),
            horizontalAccuracy: isGap ? nil : accuracy(before, after, share: share, whole: whole),
            altitude: Self.interpolate(from: before.fix.altitude, to: after.fix.altitude, share: share), before: before,
            after: after, isInGap: isGap)
    }

    private func accuracy(_ before: TrackPoint, _ after: TrackPoint, share: Double, whole: Double) -> Double? {
        let radii = (before.fix.horizontalAccuracy?.radius, after.fix.horizontalAccuracy?.radius)
        guard let measured = Self.interpolate(from: radii.0, to: radii.1, share: share) else { return nil }
        let distance = before.coordinate.distance(to: after.coordinate)
        let maxSpeed =
            max(before.fix.speed ?? 0, after.fix.speed ?? 0, distance / whole, Self.minSpeed) * Self.speedMargin
        let reach = maxSpeed * whole
        let width = max(0, reach * reach - distance * distance).squareRoot() / 2
        // The ellipse is widest at the midpoint and closes at both fixes.
        let detour = width * 2 * (share * (1 - share)).squareRoot()
        let acceleratedDistance = Self.maxAcceleration * share * (1 - share) * whole * whole / 2
        let error = min(detour, acceleratedDistance)
        return (measured * measured + error * error).squareRoot()
    }

    private static func interpolate(from first: Double?, to second: Double?, share: Double) -> Double? {
        guard let first, let second else { return nil }
        return first + share * (second - first)
    }
}

/// The position at a time, as far as the track determines it.
public enum TrackPosition: Hashable, Sendable {
    /// A fix with exactly that timestamp, or the newest one if it is still current then.
    case fix(TrackPoint)
    /// Interpolated from the fixes before and after.
    case interpolated(InterpolatedPosition)
    /// Unknown; the adjacent fixes, nil if absent.
    case unknown(before: TrackPoint?, after: TrackPoint?)
}

/// A position interpolated between two fixes.
public struct InterpolatedPosition: Hashable, Sendable {
    /// The requested time.
    public let timestamp: Timestamp
    /// The position on the shortest path between the two fixes.
    public let coordinate: Coordinate
    /// The radius in metres; nil if either fix has no accuracy, and in a gap.
    public let horizontalAccuracy: Double?
    /// Metres above mean sea level; nil if either fix has no altitude.
    public let altitude: Double?
    /// The fix before.
    public let before: TrackPoint
    /// The fix after.
    public let after: TrackPoint
    /// True in a gap with one place at both ends: the machine may have left and come back.
    public let isInGap: Bool

    /// Metres between the two fixes.
    public var distance: Double { before.coordinate.distance(to: after.coordinate) }
}
