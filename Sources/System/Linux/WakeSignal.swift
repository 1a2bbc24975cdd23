import CLinux
import Glibc
import Synchronization

/// A signal that wakes a thread in ``Poll``, from any thread: the kernel's eventfd(2).
///
/// The waiter clears it before it looks for work, so that no work is missed. A signal that is not cleared stays.
public final class WakeSignal: Sendable {
    private let descriptor: FileDescriptor
    private let isRaised = Atomic(false)
    private let stopRequested = Atomic(false)

    /// Creates a signal that is not raised.
    ///
    /// - Throws: ``SystemError`` if the process is out of descriptors.
    public init() throws(SystemError) {
        descriptor = try FileDescriptor(eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)), of: "eventfd")
    }

    /// The interest to wait for in ``Poll``.
    public var interest: Poll.Interest { .readable(descriptor) }

    /// The number of the descriptor that is readable while the signal is raised, for a loop of another library.
    public var number: Int32 { descriptor.number }

    /// True once the thread has to end.
    public var isStopping: Bool { stopRequested.load(ordering: .sequentiallyConsistent) }

    /// Wakes the waiting thread, now or at its next wait; one system call for all signals before it clears them.
    public func signal() {
        guard !isRaised.exchange(true, ordering: .sequentiallyConsistent) else { return }
        // Fails only if the counter is full, and then the waiter is awake already.
        _ = eventfd_write(descriptor.number, 1)
    }

    /// Asks the thread to end, and wakes it for good.
    public func stop() {
        stopRequested.store(true, ordering: .sequentiallyConsistent)
        signal()
    }

    /// Clears the signal, unless the thread has to end.
    ///
    /// In this order: a signal in between is not written, but the waiter looks for its cause all the same.
    public func clear() {
        var count: eventfd_t = 0
        // The kernel fills one value; an empty counter needs no clearing.
        _ = unsafe eventfd_read(descriptor.number, &count)
        isRaised.store(false, ordering: .sequentiallyConsistent)
        if isStopping { signal() }
    }

    /// Waits for the signal and clears it; returns false if it did not come within the timeout, without limit if nil.
    @discardableResult
    public func wait(atMost timeout: Duration? = nil) -> Bool {
        defer { clear() }
        return Poll.wait(for: interest, timeout: timeout)
    }
}
