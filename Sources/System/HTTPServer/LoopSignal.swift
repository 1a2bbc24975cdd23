import Linux
import Synchronization

/// The signal that wakes the server's thread: a stream has data, or the server stops.
///
/// The library has its own only if it has its own thread. This one costs one system call for all the streams that are
/// woken in one turn of the loop.
final class LoopSignal: Sendable {
    private let event: EventFD
    private let isRaised = Atomic(false)
    private let stopRequested = Atomic(false)

    init() throws(SystemError) {
        event = try EventFD()
    }

    /// The interest that the loop waits for.
    var interest: Poll.Interest { .readable(event.descriptor) }

    /// True once the loop has to stop.
    var isStopping: Bool { stopRequested.load(ordering: .sequentiallyConsistent) }

    /// Wakes the loop.
    func wake() {
        guard !isRaised.exchange(true, ordering: .sequentiallyConsistent) else { return }
        event.signal()
    }

    /// Stops the loop.
    func stop() {
        stopRequested.store(true, ordering: .sequentiallyConsistent)
        wake()
    }

    /// Clears the signal, before the loop looks for work.
    ///
    /// In this order: a wake in between is not written, but its cause is handled all the same.
    func clear() {
        event.clear()
        isRaised.store(false, ordering: .sequentiallyConsistent)
    }
}
