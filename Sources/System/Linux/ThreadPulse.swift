import Synchronization

/// Checks whether a thread that waits for work still makes turns: it must answer a request with its next one.
public final class ThreadPulse: Sendable {
    private let isAsked = Atomic(false)
    private let wake: @Sendable () -> Void

    /// Creates a pulse; the function wakes the thread, which has to call ``answer()`` in each turn.
    public init(wake: @escaping @Sendable () -> Void) {
        self.wake = wake
    }

    /// Returns true if the thread has answered since the last call, and requests the next answer.
    ///
    /// The first call returns true. A thread that has not answered is not asked twice.
    public func check() -> Bool {
        guard !isAsked.exchange(true, ordering: .sequentiallyConsistent) else { return false }
        wake()
        return true
    }

    /// Answers, on the thread.
    public func answer() {
        guard isAsked.load(ordering: .relaxed) else { return }
        isAsked.store(false, ordering: .sequentiallyConsistent)
    }
}
