import Linux

/// What others can ask of the thread that reads.
struct LoopSignals: ~Copyable, Sendable {
    /// To end.
    let stop: EventFD
    /// To deliver, though nothing has come.
    let wake: EventFD

    /// Nothing is asked yet.
    ///
    /// - Throws: ``SystemError`` where the process has no descriptor left.
    init() throws(SystemError) {
        let stopping = try EventFD()
        let waking = try EventFD()
        self.stop = stopping
        self.wake = waking
    }
}
