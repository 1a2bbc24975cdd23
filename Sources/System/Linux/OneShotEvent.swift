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
