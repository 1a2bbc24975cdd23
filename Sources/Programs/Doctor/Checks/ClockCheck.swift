import Basics
import Location
import Pages

/// Whether the machine's clock is right: by what keeps it, and by the receiver.
struct ClockCheck: Check {
    let name = CheckName.clock

    /// 2025-01-01, before which nothing of this was written.
    static let minPlausibleTime = Timestamp(milliseconds: 1_735_689_600_000)
    /// A slow receiver behind a slow line is a second or two late.
    private static let tolerance = 5.0
    /// Also where the kernel does not tell, as in some containers.
    private static let notSynchronised = "the kernel knows of nothing that keeps it right"
    private static let cure =
        "sudo timedatectl set-ntp true (package systemd-timesyncd), or chrony, which can take the time from gpsd too"

    func evaluate(_ examination: SystemFacts) -> CheckResult {
        guard examination.now >= Self.minPlausibleTime else {
            return .fail("the clock stands at \(examination.now.iso8601)", cure: Self.cure)
        }
        let kept = examination.isClockSynchronised
        // A receiver that counts weeks wrongly says nothing about the clock.
        let lag = examination.gpsd.lag.flatMap { WeekRollover.weeks(in: $0) == nil ? $0.inSeconds : nil }
        guard let lag else {
            return kept
                ? .ok("something keeps it right")
                : .warn("\(Self.notSynchronised), and no receiver tells the time", cure: Self.cure)
        }
        guard abs(lag) > Self.tolerance else {
            return kept
                ? .ok("something keeps it right, and the receiver agrees")
                : .warn("\(Self.notSynchronised), though it agrees with the receiver now", cure: Self.cure)
        }
        let words = LagText.text(lag)
        guard kept else { return .fail("it is \(words) the receiver, and \(Self.notSynchronised)", cure: Self.cure) }
        return .warn(
            "something keeps it right, and it is \(words) the receiver",
            cure: "wait if the receiver has just been started; whereismy explain tells what becomes of its time")
    }
}

/// How far one clock is from another, in words.
enum LagText {
    /// Words such as `7 s ahead of` and `2 h 5 min behind`.
    ///
    /// - Parameter seconds: positive where it is ahead.
    /// - Returns: the words.
    static func text(_ seconds: Double) -> String {
        let span = AgeText.span(.seconds(min(abs(seconds), 1e12)))
        return "\(span) \(seconds > 0 ? "ahead of" : "behind")"
    }
}

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
