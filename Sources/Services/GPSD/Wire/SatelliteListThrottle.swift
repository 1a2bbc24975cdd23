import Basics
import Location

/// How many lists of satellites may be read: as many as people can look at, and not each of a flood.
///
/// Reading one takes longer than all else in its line, and only `whereismy status` shows it.
struct SatelliteListThrottle {
    /// Lists that may be read at once, and in each second after that: several receivers' at their usual pace.
    private static let maxPerSecond = 8.0

    private var left = Self.maxPerSecond
    private var lastRefill: Duration = .zero

    /// Whether one more may be read now, which is then counted.
    mutating func consume(at uptime: Duration) -> Bool {
        left = min(Self.maxPerSecond, left + Self.maxPerSecond * max(0, (uptime - lastRefill).inSeconds))
        lastRefill = uptime
        guard left >= 1 else { return false }
        left -= 1
        return true
    }
}
