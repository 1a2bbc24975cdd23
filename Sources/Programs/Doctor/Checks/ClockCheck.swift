import Basics
import Location

/// Whether the machine's clock is right: by what keeps it, and by the receiver.
struct ClockCheck: Check {
    let name = CheckName.clock

    /// 2025-01-01, before which nothing of this was written.
    static let oldest = Timestamp(milliseconds: 1_735_689_600_000)
    /// A slow receiver behind a slow line is a second or two late.
    private static let tolerance = 5.0
    /// Also where the kernel does not tell, as in some containers.
    private static let unkept = "the kernel knows of nothing that keeps it right"
    private static let setRight =
        "sudo timedatectl set-ntp true (package systemd-timesyncd), or chrony, which can take the time from gpsd too"

    func verdict(on examination: Examination) -> Verdict {
        guard examination.now >= Self.oldest else {
            return .fail("the clock stands at \(examination.now.iso8601)", cure: Self.setRight)
        }
        let kept = examination.isClockKept
        // A receiver that counts weeks wrongly says nothing about the clock.
        let lag = examination.gpsd.lag.flatMap { WeekRollover.weeks(in: $0) == nil ? $0.inSeconds : nil }
        guard let lag else {
            return kept
                ? .ok("something keeps it right")
                : .warn("\(Self.unkept), and no receiver tells the time", cure: Self.setRight)
        }
        guard abs(lag) > Self.tolerance else {
            return kept
                ? .ok("something keeps it right, and the receiver agrees")
                : .warn("\(Self.unkept), though it agrees with the receiver now", cure: Self.setRight)
        }
        let words = LagText.words(lag)
        guard kept else { return .fail("it is \(words) the receiver, and \(Self.unkept)", cure: Self.setRight) }
        return .warn(
            "something keeps it right, and it is \(words) the receiver",
            cure: "wait if the receiver has just been started; whereismy explain tells what becomes of its time")
    }
}
