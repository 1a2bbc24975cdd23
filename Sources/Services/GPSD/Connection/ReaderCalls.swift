import Linux

/// What others can ask of the thread that reads.
struct ReaderCalls: ~Copyable, Sendable {
    /// To end.
    let stopping: EventCounter
    /// To deliver, though nothing has come.
    let waking: EventCounter

    /// Nothing is asked yet.
    ///
    /// - Throws: ``SystemError`` where the process has no descriptor left.
    init() throws(SystemError) {
        let stopping = try EventCounter()
        let waking = try EventCounter()
        self.stopping = stopping
        self.waking = waking
    }
}
