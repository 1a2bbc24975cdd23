import Basics
import HistoryEncoding
public import Location

/// Removes altitudes to which no vehicle can have climbed from the points of tracks, for charts.
public struct PlausibleAltitudes: Sendable {
    /// The time after which altitudes that differ from those before count: the receiver has found a better one.
    private static let maxDuration: Duration = .seconds(30)

    /// The last altitude that counts of each device, and the time of the first one since that does not.
    private var known: [String: (last: Altitude, stray: Timestamp?)] = [:]

    /// Creates a filter of no track.
    public init() {}

    /// Returns the next point, without its altitude if that is not plausible after those before of the same device.
    public mutating func filtered(_ point: TrackPoint) -> TrackPoint {
        guard let altitude = Altitude(point) else { return point }
        let (last, stray) = known[point.fix.device] ?? (altitude, nil)
        let start = stray ?? altitude.time
        guard last.isJump(to: altitude), altitude.time < start + Self.maxDuration else {
            known[point.fix.device] = (altitude, nil)
            return point
        }
        known[point.fix.device] = (last, start)
        var fix = point.fix
        (fix.altitude, fix.ellipsoidalAltitude) = (nil, nil)
        return TrackPoint(
            fix, motion: point.motion, satellitesUsed: point.satellitesUsed, integrity: point.integrity) ?? point
    }
}
