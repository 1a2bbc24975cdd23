import CLinux
import Glibc

/// An event that wakes a thread in ``Poll``: the kernel's eventfd(2).
public struct EventFD: ~Copyable, Sendable {
    /// The descriptor to wait on: readable from a signal until it is cleared.
    public let descriptor: FileDescriptor

    /// Creates a cleared event.
    ///
    /// - Throws: ``SystemError`` if the process is out of descriptors.
    public init() throws(SystemError) {
        let number = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard number >= 0 else { throw .last("eventfd") }
        descriptor = FileDescriptor(owning: number)
    }

    /// Wakes the waiting thread, now or at its next wait.
    public func signal() {
        // Fails only if the counter is full, and then the waiter is awake already.
        _ = eventfd_write(descriptor.number, 1)
    }

    /// Clears the event.
    public func clear() {
        var count: eventfd_t = 0
        // The kernel fills one value; an empty counter needs no clearing.
        _ = unsafe eventfd_read(descriptor.number, &count)
    }
}

/// An ``EventFD`` that several threads share and that stays signalled.
public final class OneShotEvent: Sendable {
    private let event: EventFD

    /// Creates an event that is not signalled.
    ///
    /// - Throws: ``SystemError`` if the process is out of descriptors.
    public init() throws(SystemError) {
        event = try EventFD()
    }

    /// The interest to wait for in ``Poll``.
    public var interest: Poll.Interest { .readable(event.descriptor) }

    /// Wakes the waiting thread; later waits return at once.
    public func signal() {
        event.signal()
    }
}
