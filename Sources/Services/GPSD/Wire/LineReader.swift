import Basics
import Location

/// The reader of gpsd's bytes, shared by connections and recordings: returns control messages and epochs.
struct LineReader: ~Copyable {
    private var framer = LineFramer()
    private var interpreter = LineInterpreter()

    /// When ``flushOverdue(at:into:)`` has to be called.
    var deadline: Duration? { interpreter.deadline }

    /// Reads bytes as they arrive; adds the events they complete, and returns the control messages among them.
    mutating func read(
        _ bytes: UnsafeRawBufferPointer, at uptime: Duration, into events: inout [ReceiverEvent]
    ) -> [IndexedMessage] {
        unsafe Self.read(bytes, by: &framer, &interpreter, at: uptime, into: &events)
    }

    /// Flushes the epochs whose timeout is over.
    mutating func flushOverdue(at uptime: Duration, into events: inout [ReceiverEvent]) {
        interpreter.flushOverdue(at: uptime, into: &events)
    }

    /// Flushes the rest and discards partial lines: the bytes have ended.
    mutating func finish(at uptime: Duration, into events: inout [ReceiverEvent]) {
        interpreter.finish(at: uptime, into: &events)
        framer.reset()
    }

    private static func read(
        _ bytes: UnsafeRawBufferPointer, by framer: inout LineFramer, _ interpreter: inout LineInterpreter,
        at uptime: Duration, into events: inout [ReceiverEvent]
    ) -> [IndexedMessage] {
        var notices: [IndexedMessage] = []
        // The framer lends each line during the call, NUL-terminated.
        unsafe framer.append(bytes) { line in
            guard let notice = unsafe interpreter.interpret(line, at: uptime, into: &events) else { return }
            notices.append(IndexedMessage(notice: notice, position: events.count))
        }
        return notices
    }
}
