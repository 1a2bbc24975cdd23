import Linux

/// Signals of other threads to the reader's loop.
struct LoopSignals: ~Copyable, Sendable {
    /// Ends the loop.
    let stop: EventFD
    /// Requests a delivery, even without events.
    let wake: EventFD

    /// Creates cleared signals.
    ///
    /// - Throws: ``SystemError`` if the process is out of descriptors.
    init() throws(SystemError) {
        let stopping = try EventFD()
        let waking = try EventFD()
        self.stop = stopping
        self.wake = waking
    }
}
