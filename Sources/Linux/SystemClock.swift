import CLinux
import Glibc
public import Location

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
    /// The kernel keeps the answer, whoever sets the clock (adjtimex(2), `STA_UNSYNC`). False as well where the kernel
    /// refuses it.
    public static var isSynchronised: Bool {
        // With no mode set the kernel changes nothing, and fills the one value whose address it gets.
        var state = timex()
        let answer = unsafe adjtimex(&state)
        return isSynchronised(answer: answer, status: state.status)
    }

    /// Reads what adjtimex(2) answers and its flags.
    static func isSynchronised(answer: Int32, status: Int32) -> Bool {
        answer >= 0 && status & STA_UNSYNC == 0
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
