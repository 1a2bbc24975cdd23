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
        var messages: [IndexedMessage] = []
        // The framer lends each line during the call, NUL-terminated.
        unsafe framer.append(bytes) { line in
            guard let message = unsafe interpreter.interpret(line, at: uptime, into: &events) else { return }
            messages.append(IndexedMessage(message: message, index: events.count))
        }
        return messages
    }
}

/// A control message among events, and the number of events before it.
struct IndexedMessage {
    let message: ControlMessage
    let index: Int
}

/// An interpreter of lines: reports go to libgps and on to their epoch, control messages to the JSON decoder.
struct LineInterpreter: ~Copyable {
    private var unpacker = Unpacker()
    private var merger = EpochMerger()
    private var listThrottle = SatelliteListThrottle()

    /// When ``flushOverdue(at:into:)`` has to be called.
    var deadline: Duration? { merger.deadline }

    /// Interprets a NUL-terminated line and adds the events it completes; returns a control message, if it is one.
    mutating func interpret(
        _ line: UnsafeMutableBufferPointer<UInt8>, at uptime: Duration, into events: inout [ReceiverEvent]
    ) -> ControlMessage? {
        guard let start = unsafe LineKind.start(of: line), let base = start.baseAddress else { return nil }
        // libgps reads the same bytes as characters, up to the NUL.
        let text = unsafe UnsafeMutableRawPointer(base).assumingMemoryBound(to: CChar.self)
        switch unsafe LineKind(start) {
        case .tpv:
            merger.add(unsafe unpacker.tpv(text), at: uptime, into: &events)
        case .sky(let listsSatellites):
            let isListRead = listsSatellites && listThrottle.consume(at: uptime)
            let sky = unsafe unpacker.sky(text, listsSatellites: listsSatellites, isListRead: isListRead)
            merger.add(sky, at: uptime, into: &events)
        case .control:
            let message = unsafe ControlMessage(Array(start))
            finishRemoved(message, at: uptime, into: &events)
            return message
        case .other:
            break
        }
        return nil
    }

    /// Flushes the epochs whose timeout is over.
    mutating func flushOverdue(at uptime: Duration, into events: inout [ReceiverEvent]) {
        merger.flushOverdue(at: uptime, into: &events)
    }

    /// Flushes the rest.
    mutating func finish(at uptime: Duration, into events: inout [ReceiverEvent]) {
        merger.finish(at: uptime, into: &events)
    }

    /// The last epoch of a removed receiver precedes the report of its removal.
    private mutating func finishRemoved(
        _ message: ControlMessage?, at uptime: Duration, into events: inout [ReceiverEvent]
    ) {
        switch message {
        case .device(let path, present: false): merger.finish(where: { $0 == path }, at: uptime, into: &events)
        case .devices(let paths): merger.finish(where: { !paths.contains($0) }, at: uptime, into: &events)
        case .version, .device, .watch, .error, nil: break
        }
    }
}
