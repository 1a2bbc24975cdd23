import Basics
import Location

/// How many lists of satellites may be read: as many as people can look at, and not each of a flood.
///
/// Reading one takes longer than all else in its line, and only `whereismy status` shows it.
struct SatelliteListAllowance {
    /// Lists that may be read at once, and in each second after that: several receivers' at their usual pace.
    private static let most = 8.0

    private var left = Self.most
    private var taken: Duration = .zero

    /// Whether one more may be read now, which is then counted.
    mutating func take(at uptime: Duration) -> Bool {
        left = min(Self.most, left + Self.most * max(0, (uptime - taken).inSeconds))
        taken = uptime
        guard left >= 1 else { return false }
        left -= 1
        return true
    }
}
