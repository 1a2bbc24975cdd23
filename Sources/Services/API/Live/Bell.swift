import Linux

/// Wakes the thread that tells what is new; several hold it.
final class Bell: Sendable {
    private let counter: EventCounter

    /// A bell at rest.
    ///
    /// - Throws: ``SystemError`` where the process has no descriptor left.
    init() throws(SystemError) {
        counter = try EventCounter()
    }

    /// What to wait for.
    var interest: Poll.Interest { .readable(counter.descriptor) }

    /// Wakes the thread, now or next time.
    func ring() { counter.signal() }

    /// Goes back to rest.
    func rest() { counter.clear() }
}
