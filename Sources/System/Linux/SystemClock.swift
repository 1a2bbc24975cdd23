public import Basics
import CLinux
import Glibc

/// The clocks of this machine.
public enum SystemClock {
    /// Reads both clocks.
    ///
    /// Uptime is `CLOCK_BOOTTIME`, which goes on while a laptop sleeps: a position from before the sleep is old.
    public static func now() -> Moment {
        Moment(uptime: uptime, wallClock: Timestamp(milliseconds: milliseconds(read(CLOCK_REALTIME))))
    }

    /// Time since the machine started, counted on while it sleeps.
    public static var uptime: Duration {
        let time = read(CLOCK_BOOTTIME)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// Whether something keeps the time of day right, such as NTP or a receiver by way of chrony.
    ///
    /// The kernel keeps the answer, whoever sets the clock (adjtimex(2), `STA_UNSYNC`). Where it refuses it, as in the
    /// sandbox of the daemon's unit, there are signs that the clock has been set since the machine started.
    public static var isSynchronised: Bool {
        // With no mode set the kernel changes nothing, and fills the one value whose address it gets.
        var state = timex()
        let answer = unsafe adjtimex(&state)
        guard answer < 0 else { return isSynchronised(result: answer, status: state.status) }
        return unsafe hasBeenSet(leapSeconds: leapSeconds, isMarkerPresent: access(synchronisedFile, F_OK) == 0)
    }

    /// Reads the signs that something has set the clock: it has told the kernel how far atomic time is ahead, as chrony
    /// and ntpd do, or it has left its mark, as systemd-timesyncd does.
    ///
    /// - Parameters:
    ///   - leapSeconds: How far `CLOCK_TAI` is ahead, 0 until that is told, and at least 10 s after it.
    ///   - isMarked: Whether the file of systemd-timesyncd is there.
    /// - Returns: Whether either is so.
    static func hasBeenSet(leapSeconds: Int, isMarkerPresent: Bool) -> Bool {
        isMarkerPresent || leapSeconds >= 10
    }

    /// Made by systemd-timesyncd when it sets the clock for the first time after the start of the machine.
    private static let synchronisedFile = "/run/systemd/timesync/synchronized"

    private static var leapSeconds: Int { read(CLOCK_TAI).tv_sec - read(CLOCK_REALTIME).tv_sec }

    /// Reads what adjtimex(2) answers and its flags.
    static func isSynchronised(result: Int32, status: Int32) -> Bool {
        result >= 0 && status & STA_UNSYNC == 0
    }

    private static func read(_ clock: clockid_t) -> timespec {
        var time = timespec()
        // The kernel fills the one value whose address it gets; both clocks always exist.
        _ = unsafe clock_gettime(clock, &time)
        return time
    }

    private static func milliseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
