import Linux

/// Wakes the thread that tells what is new; several hold it.
final class WakeSignal: Sendable {
    private let counter: EventFD

    /// A bell at rest.
    ///
    /// - Throws: ``SystemError`` where the process has no descriptor left.
    init() throws(SystemError) {
        counter = try EventFD()
    }

    /// What to wait for.
    var interest: Poll.Interest { .readable(counter.descriptor) }

    /// Wakes the thread, now or next time.
    func signal() { counter.signal() }

    /// Goes back to rest.
    func reset() { counter.clear() }
}
