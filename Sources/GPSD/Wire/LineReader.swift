import Location

/// Turns gpsd's bytes into notices and epochs: what a connection and a recording have in common.
struct LineReader: ~Copyable {
    private var framer = LineFramer()
    private var interpreter = LineInterpreter()

    /// When ``tellOverdue(at:into:)`` wants to be called.
    var deadline: Duration? { interpreter.deadline }

    /// Takes bytes as they come; answers what they complete, in order.
    mutating func read(_ bytes: UnsafeRawBufferPointer, at uptime: Duration) -> [LineOutput] {
        unsafe Self.read(bytes, by: &framer, &interpreter, at: uptime)
    }

    /// Tells the epochs that have waited long enough.
    mutating func tellOverdue(at uptime: Duration, into events: inout [ReceiverEvent]) {
        interpreter.tellOverdue(at: uptime, into: &events)
    }

    /// Tells what is left and forgets half lines: the bytes have ended.
    mutating func finish(at uptime: Duration, into events: inout [ReceiverEvent]) {
        interpreter.finish(at: uptime, into: &events)
        framer.reset()
    }

    private static func read(
        _ bytes: UnsafeRawBufferPointer, by framer: inout LineFramer, _ interpreter: inout LineInterpreter,
        at uptime: Duration
    ) -> [LineOutput] {
        var output: [LineOutput] = []
        // The framer lends each line for the time of the call, with a NUL behind it.
        unsafe framer.append(bytes) { line in unsafe interpreter.take(line, at: uptime, into: &output) }
        return output
    }
}
