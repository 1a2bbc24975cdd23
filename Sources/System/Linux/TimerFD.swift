import CLinux
import Glibc

/// A timer that expires at a moment of uptime: the kernel's timerfd on `CLOCK_BOOTTIME`.
///
/// A timeout of poll(2) does not count time while the machine sleeps; this timer expires as soon as it wakes.
public struct TimerFD: ~Copyable, Sendable {
    /// The descriptor to wait on: readable once the moment has come.
    public let descriptor: FileDescriptor

    /// Creates a disarmed timer.
    ///
    /// - Throws: ``SystemError`` if the process is out of descriptors.
    public init() throws(SystemError) {
        descriptor = try FileDescriptor(
            timerfd_create(CLOCK_BOOTTIME, Int32(TFD_CLOEXEC | TFD_NONBLOCK)), of: "timerfd_create")
    }

    /// Arms the timer, or disarms it with nil; a moment in the past expires at once.
    public func arm(at uptime: Duration?) {
        var setting = itimerspec()
        if let uptime {
            let nanoseconds = max(1, uptime.components.attoseconds / 1_000_000_000)
            setting.it_value.tv_sec = Int(max(0, uptime.components.seconds))
            setting.it_value.tv_nsec = Int(nanoseconds)
        }
        // The kernel reads the one value; the descriptor is a timer, so the call cannot fail.
        _ = unsafe timerfd_settime(descriptor.number, Int32(TFD_TIMER_ABSTIME), &setting, nil)
    }
}
