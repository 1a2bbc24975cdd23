import CLinux
import Glibc

/// Wakes a thread that waits in ``Poll``: the kernel's eventfd(2).
public struct EventFD: ~Copyable, Sendable {
    /// What to wait on: readable after a signal, until it is cleared.
    public let descriptor: FileDescriptor

    /// Makes a counter at rest.
    ///
    /// - Throws: ``SystemError`` where the process has no descriptor left.
    public init() throws(SystemError) {
        let number = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard number >= 0 else { throw .last("eventfd") }
        descriptor = FileDescriptor(owning: number)
    }

    /// Wakes whoever waits, now or next time.
    public func signal() {
        // Fails only when the counter is full, and then the waiter is awake already.
        _ = eventfd_write(descriptor.number, 1)
    }

    /// Goes back to rest.
    public func clear() {
        var count: eventfd_t = 0
        // The kernel fills the one value; "nothing there" is as good as cleared.
        _ = unsafe eventfd_read(descriptor.number, &count)
    }
}
