import Basics
import Location

/// A throttle of satellite lists: enough for people to look at, and not each of a flood.
///
/// Reading a list takes longer than the rest of its line, and only `whereismy status` shows it.
struct SatelliteListThrottle {
    /// The burst, and the rate per second: several receivers at their usual pace.
    private static let maxPerSecond = 8.0

    private var left = Self.maxPerSecond
    private var lastRefill: Duration = .zero

    /// Returns true if a list may be read now, and counts it.
    mutating func consume(at uptime: Duration) -> Bool {
        left = min(Self.maxPerSecond, left + Self.maxPerSecond * max(0, (uptime - lastRefill).inSeconds))
        lastRefill = uptime
        guard left >= 1 else { return false }
        left -= 1
        return true
    }
}
