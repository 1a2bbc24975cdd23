import Linux
import Synchronization

/// What gets the server's thread out of its wait: a stream that has something, or the end.
///
/// The library has a signal of its own only where it has a thread of its own. This one costs one system call for all
/// the streams that are woken before the loop turns.
final class LoopSignal: Sendable {
    private let event: EventFD
    private let isRaised = Atomic(false)
    private let stopRequested = Atomic(false)

    init() throws(SystemError) {
        event = try EventFD()
    }

    /// What the loop waits for.
    var interest: Poll.Interest { .readable(event.descriptor) }

    /// Whether the loop has to end.
    var isStopping: Bool { stopRequested.load(ordering: .sequentiallyConsistent) }

    /// Has the loop turn once more.
    func wake() {
        guard !isRaised.exchange(true, ordering: .sequentiallyConsistent) else { return }
        event.signal()
    }

    /// Has the loop end.
    func stop() {
        stopRequested.store(true, ordering: .sequentiallyConsistent)
        wake()
    }

    /// Goes back to rest, before the loop looks at what there is to do.
    ///
    /// In this order: a signal that comes in between is not written, and its cause is looked at all the same.
    func clear() {
        event.clear()
        isRaised.store(false, ordering: .sequentiallyConsistent)
    }
}
