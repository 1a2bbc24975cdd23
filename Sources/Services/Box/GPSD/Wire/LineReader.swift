import Location

/// The reader of gpsd's bytes, shared by connections and recordings: returns control messages and epochs.
struct LineReader: ~Copyable {
    private var framer = LineFramer()
    private var interpreter: LineInterpreter

    /// Creates a reader; `isPaced` is false for a recording, see ``EpochMerger``.
    init(isPaced: Bool = true) {
        interpreter = LineInterpreter(isPaced: isPaced)
    }

    /// When ``flushOverdue(at:into:)`` has to be called.
    var deadline: Duration? { interpreter.deadline }

    /// The number of the next line in a recording, from 1; nil if lines have no numbers.
    var lineNumber: Int? {
        get { interpreter.lineNumber }
        set { interpreter.lineNumber = newValue }
    }

    /// Removes and returns the origins of the fixes so far, see ``EpochMerger/takeOrigins()``.
    mutating func takeOrigins() -> [ReportOrigin] { interpreter.takeOrigins() }

    /// Reads bytes as they arrive; adds the events they complete, and returns the control messages among them.
    mutating func read(
        _ bytes: UnsafeRawBufferPointer, at uptime: Duration, into events: inout [ReceiverEvent]
    ) -> [IndexedMessage] {
        unsafe Self.read(bytes, by: &framer, &interpreter, at: uptime, into: &events)
    }

    mutating func flushOverdue(at uptime: Duration, into events: inout [ReceiverEvent]) {
        interpreter.flushOverdue(at: uptime, into: &events)
    }

    /// Flushes the rest and discards partial lines: the bytes have ended.
    mutating func finish(at uptime: Duration, into events: inout [ReceiverEvent]) {
        Self.finish(&framer, &interpreter, at: uptime, into: &events)
    }

    private static func finish(
        _ framer: inout LineFramer, _ interpreter: inout LineInterpreter, at uptime: Duration,
        into events: inout [ReceiverEvent]
    ) {
        var messages: [IndexedMessage] = []
        unsafe framer.finish { unsafe interpreter.interpret($0, at: uptime, into: &events, &messages) }
        interpreter.finish(at: uptime, into: &events)
    }

    private static func read(
        _ bytes: UnsafeRawBufferPointer, by framer: inout LineFramer, _ interpreter: inout LineInterpreter,
        at uptime: Duration, into events: inout [ReceiverEvent]
    ) -> [IndexedMessage] {
        var messages: [IndexedMessage] = []
        let skipped = framer.skipped
        // The framer lends each line during the call, NUL-terminated.
        unsafe framer.append(bytes) { unsafe interpreter.interpret($0, at: uptime, into: &events, &messages) }
        for _ in skipped..<framer.skipped { events.append(.unread(UnreadLine.tooLong)) }
        return messages
    }
}

/// A control message among events, and the number of events before it.
struct IndexedMessage {
    let message: ControlMessage
    let index: Int
}
