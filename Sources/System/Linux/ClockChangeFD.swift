import CLinux
import Glibc

/// A signal that the clock of this machine was set, by a person, NTP or a receiver: a timer on `CLOCK_REALTIME` that the
/// kernel cancels then (timerfd_create(2), `TFD_TIMER_CANCEL_ON_SET`).
public struct ClockChangeFD: ~Copyable, Sendable {
    /// The descriptor to wait on: readable once the clock was set.
    public let descriptor: FileDescriptor

    /// Seconds since 1970 of a moment that no clock reaches, within the kernel's 2^63 nanoseconds.
    private static let never = 9_000_000_000

    /// Creates the signal, which sees changes from now on.
    ///
    /// - Throws: ``SystemError`` if the process is out of descriptors.
    public init() throws(SystemError) {
        let number = timerfd_create(CLOCK_REALTIME, Int32(TFD_CLOEXEC | TFD_NONBLOCK))
        guard number >= 0 else { throw .last("timerfd_create") }
        var setting = itimerspec()
        setting.it_value.tv_sec = Self.never
        // The kernel reads the one value; the descriptor is a timer, so the call cannot fail.
        _ = unsafe timerfd_settime(number, Int32(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET), &setting, nil)
        descriptor = FileDescriptor(owning: number)
    }

    /// Clears the signal; the next change signals again.
    public func clear() {
        // The result is an error, ECANCELED, by which the kernel says that the clock was set.
        _ = try? descriptor.read(upTo: MemoryLayout<UInt64>.size)
    }
}
