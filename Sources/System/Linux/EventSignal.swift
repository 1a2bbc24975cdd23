/// An ``EventCounter`` that several threads hold: signalled by one, waited on by another.
public final class EventSignal: Sendable {
    private let counter: EventCounter

    /// Makes a signal at rest.
    ///
    /// - Throws: ``SystemError`` where the process has no descriptor left.
    public init() throws(SystemError) {
        counter = try EventCounter()
    }

    /// What to wait for.
    public var interest: Poll.Interest { .readable(counter.descriptor) }

    /// Wakes whoever waits, and keeps them awake.
    public func signal() {
        counter.signal()
    }
}
