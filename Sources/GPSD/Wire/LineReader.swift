import Location

/// Turns gpsd's bytes into notices and epochs: what a connection and a recording have in common.
struct LineReader: ~Copyable {
    private var framer = LineFramer()
    private var interpreter = LineInterpreter()

    /// When ``tellOverdue(at:into:)`` wants to be called.
    var deadline: Duration? { interpreter.merger.deadline }

    /// Takes bytes as they come; adds the events they complete, and hands each notice on.
    mutating func read(
        _ bytes: UnsafeRawBufferPointer, at uptime: Duration, into events: inout [ReceiverEvent],
        notice: (Notice) -> Void
    ) {
        unsafe Self.read(bytes, by: &framer, &interpreter, at: uptime, into: &events, notice: notice)
    }

    /// Tells the epochs that have waited long enough.
    mutating func tellOverdue(at uptime: Duration, into events: inout [ReceiverEvent]) {
        interpreter.merger.tellOverdue(at: uptime, into: &events)
    }

    /// Tells what is left and forgets half lines: the bytes have ended.
    mutating func finish(at uptime: Duration, into events: inout [ReceiverEvent]) {
        interpreter.merger.finish(at: uptime, into: &events)
        framer.reset()
    }

    private static func read(
        _ bytes: UnsafeRawBufferPointer, by framer: inout LineFramer, _ interpreter: inout LineInterpreter,
        at uptime: Duration, into events: inout [ReceiverEvent], notice: (Notice) -> Void
    ) {
        // The framer lends each line for the time of the call, with a NUL behind it.
        unsafe framer.append(bytes) { line in
            if let message = unsafe interpreter.take(line, at: uptime, into: &events) { notice(message) }
        }
    }
}
