import Basics
import Location

/// Turns gpsd's bytes into notices and epochs: what a connection and a recording have in common.
struct LineReader: ~Copyable {
    private var framer = LineFramer()
    private var interpreter = LineInterpreter()

    /// When ``tellOverdue(at:into:)`` wants to be called.
    var deadline: Duration? { interpreter.deadline }

    /// Takes bytes as they come; adds the events they complete, and answers the notices among them.
    mutating func read(
        _ bytes: UnsafeRawBufferPointer, at uptime: Duration, into events: inout [ReceiverEvent]
    ) -> [IndexedMessage] {
        unsafe Self.read(bytes, by: &framer, &interpreter, at: uptime, into: &events)
    }

    /// Tells the epochs that have waited long enough.
    mutating func flushOverdue(at uptime: Duration, into events: inout [ReceiverEvent]) {
        interpreter.flushOverdue(at: uptime, into: &events)
    }

    /// Tells what is left and forgets half lines: the bytes have ended.
    mutating func finish(at uptime: Duration, into events: inout [ReceiverEvent]) {
        interpreter.finish(at: uptime, into: &events)
        framer.reset()
    }

    private static func read(
        _ bytes: UnsafeRawBufferPointer, by framer: inout LineFramer, _ interpreter: inout LineInterpreter,
        at uptime: Duration, into events: inout [ReceiverEvent]
    ) -> [IndexedMessage] {
        var notices: [IndexedMessage] = []
        // The framer lends each line for the time of the call, with a NUL behind it.
        unsafe framer.append(bytes) { line in
            guard let notice = unsafe interpreter.interpret(line, at: uptime, into: &events) else { return }
            notices.append(IndexedMessage(notice: notice, position: events.count))
        }
        return notices
    }
}
