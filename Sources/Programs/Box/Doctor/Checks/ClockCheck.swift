import Basics
import Pages

/// Checks the clock against its synchronisation and the receiver.
struct ClockCheck: Check {
    let name = CheckName.clock

    /// 2025-01-01, before which this program did not exist.
    static let minPlausibleTime = Timestamp(milliseconds: 1_735_689_600_000)
    /// Seconds; a slow receiver on a slow line is a second or two late.
    private static let tolerance = 5.0
    /// The message; also used if the kernel reports no state, as in some containers.
    private static let notSynchronised = "the kernel reports no synchronisation"

    func evaluate(_ system: SystemFacts) -> CheckResult {
        guard system.now >= Self.minPlausibleTime else {
            return .fail("the clock is at \(system.now.iso8601)", cure: system.host.synchroniseClock)
        }
        let isSynchronised = system.isClockSynchronised
        // A receiver with a week rollover says nothing about the clock.
        let lag = system.gpsd.lag.flatMap { WeekRollover.weeks(in: $0) == nil ? $0.inSeconds : nil }
        guard let lag else {
            return isSynchronised
                ? .ok("synchronised")
                : .warn("\(Self.notSynchronised), and no receiver reports the time", cure: system.host.synchroniseClock)
        }
        guard abs(lag) > Self.tolerance else {
            return isSynchronised
                ? .ok("synchronised, and the receiver agrees")
                : .warn("\(Self.notSynchronised), but it agrees with the receiver", cure: system.host.synchroniseClock)
        }
        let message = LagText.text(lag)
        guard isSynchronised else {
            return .fail(
                "it is \(message) the receiver, and \(Self.notSynchronised)", cure: system.host.synchroniseClock)
        }
        return .warn(
            "synchronised, but \(message) the receiver",
            cure: "wait if the receiver has just been started; whereismy explain shows how its time is used")
    }
}

enum LagText {
    /// Text such as `7 s ahead of` and `2 h 5 min behind`; positive seconds are ahead.
    static func text(_ seconds: Double) -> String {
        let span = AgeText.span(.seconds(min(abs(seconds), 1e12)))
        return "\(span) \(seconds > 0 ? "ahead of" : "behind")"
    }
}

/// The GPS week rollover: the 10-bit week number of GPS (IS-GPS-200, section 20.3.3.3.1.1) makes dates a multiple of
/// 1024 weeks off.
enum WeekRollover {
    private static let period = 1024 * 7 * 86_400.0
    /// The tolerance in seconds.
    private static let tolerance = 86_400.0

    /// The offset in weeks, a multiple of 1024 and positive where behind; nil for no rollover.
    static func weeks(in lag: Duration) -> Int? {
        let periods = (lag.inSeconds / period).rounded()
        guard periods != 0, abs(lag.inSeconds - periods * period) <= tolerance,
            let count = Int(exactly: periods), abs(count) < 100
        else { return nil }
        return count * 1024
    }
}
