import Basics
import Location

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
