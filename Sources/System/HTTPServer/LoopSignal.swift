import Linux
import Synchronization

/// What gets the server's thread out of its wait: a stream that has something, or the end.
///
/// The library has a signal of its own only where it has a thread of its own. This one costs one system call for all
/// the streams that are woken before the loop turns.
final class LoopSignal: Sendable {
    private let counter: EventCounter
    private let isRaised = Atomic(false)
    private let isOver = Atomic(false)

    init() throws(SystemError) {
        counter = try EventCounter()
    }

    /// What the loop waits for.
    var interest: Poll.Interest { .readable(counter.descriptor) }

    /// Whether the loop has to end.
    var isStop: Bool { isOver.load(ordering: .sequentiallyConsistent) }

    /// Has the loop turn once more.
    func raise() {
        guard !isRaised.exchange(true, ordering: .sequentiallyConsistent) else { return }
        counter.signal()
    }

    /// Has the loop end.
    func stop() {
        isOver.store(true, ordering: .sequentiallyConsistent)
        raise()
    }

    /// Goes back to rest, before the loop looks at what there is to do.
    ///
    /// In this order: a signal that comes in between is not written, and its cause is looked at all the same.
    func lower() {
        counter.clear()
        isRaised.store(false, ordering: .sequentiallyConsistent)
    }
}
