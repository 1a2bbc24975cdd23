/// An ``EventFD`` that several threads hold: signalled by one, waited on by another.
public final class OneShotEvent: Sendable {
    private let event: EventFD

    /// Makes a signal at rest.
    ///
    /// - Throws: ``SystemError`` where the process has no descriptor left.
    public init() throws(SystemError) {
        event = try EventFD()
    }

    /// What to wait for.
    public var interest: Poll.Interest { .readable(event.descriptor) }

    /// Wakes whoever waits, and keeps them awake.
    public func signal() {
        event.signal()
    }
}
