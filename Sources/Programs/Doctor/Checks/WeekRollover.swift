import Basics
import Location

/// The fault of a receiver or its reader that takes the 10 bits in which GPS counts weeks for more than they are
/// (IS-GPS-200, section 20.3.3.3.1.1): its dates are a multiple of 1024 weeks off.
enum WeekRollover {
    private static let period = 1024 * 7 * 86_400.0
    /// Seconds within which it still is one.
    private static let tolerance = 86_400.0

    /// The weeks that a time is off, a multiple of 1024 and positive where it is behind; nil where it is not that.
    static func weeks(in lag: Duration) -> Int? {
        let periods = (lag.inSeconds / period).rounded()
        guard periods != 0, abs(lag.inSeconds - periods * period) <= tolerance,
            let count = Int(exactly: periods), abs(count) < 100
        else { return nil }
        return count * 1024
    }
}
