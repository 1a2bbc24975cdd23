public import Basics
import CLinux
import Glibc

/// The clocks of this machine.
public enum SystemClock {
    /// Reads both clocks.
    ///
    /// Uptime is `CLOCK_BOOTTIME`, which continues while a laptop sleeps: a position from before the sleep is old.
    public static func now() -> Moment {
        Moment(uptime: uptime, wallClock: Timestamp(milliseconds: milliseconds(read(CLOCK_REALTIME))))
    }

    /// Time since boot, sleep included.
    public static var uptime: Duration {
        let time = read(CLOCK_BOOTTIME)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// True if the wall clock is synchronised, for example by NTP or by a receiver through chrony.
    ///
    /// The kernel knows, whichever program sets the clock (adjtimex(2), `STA_UNSYNC`). Where that call is denied, as in
    /// the sandbox of the daemon's unit, two other signs show that the clock was set since boot.
    public static var isSynchronised: Bool {
        // With no mode set the kernel changes nothing, and fills one value.
        var state = timex()
        let result = unsafe adjtimex(&state)
        guard result < 0 else { return isSynchronised(result: result, status: state.status) }
        return unsafe hasBeenSet(leapSeconds: leapSeconds, isMarkerPresent: access(synchronisedFile, F_OK) == 0)
    }

    /// Returns true if a sign shows that the clock was set since boot.
    ///
    /// chrony and ntpd set the offset of atomic time in the kernel; systemd-timesyncd creates a file.
    ///
    /// - Parameters:
    ///   - leapSeconds: The offset of `CLOCK_TAI`: 0 until it is set, at least 10 s afterwards.
    ///   - isMarkerPresent: True if the file of systemd-timesyncd exists.
    /// - Returns: True if either sign is present.
    static func hasBeenSet(leapSeconds: Int, isMarkerPresent: Bool) -> Bool {
        isMarkerPresent || leapSeconds >= 10
    }

    /// Created by systemd-timesyncd when it first sets the clock after boot.
    private static let synchronisedFile = "/run/systemd/timesync/synchronized"

    private static var leapSeconds: Int { read(CLOCK_TAI).tv_sec - read(CLOCK_REALTIME).tv_sec }

    /// Interprets the result and the flags of adjtimex(2).
    static func isSynchronised(result: Int32, status: Int32) -> Bool {
        result >= 0 && status & STA_UNSYNC == 0
    }

    private static func read(_ clock: clockid_t) -> timespec {
        var time = timespec()
        // The kernel fills one value; both clocks always exist.
        _ = unsafe clock_gettime(clock, &time)
        return time
    }

    private static func milliseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
