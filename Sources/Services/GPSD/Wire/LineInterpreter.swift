import Basics
import Location

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
            let notice = unsafe ControlMessage(Array(start))
            finishRemoved(notice, at: uptime, into: &events)
            return notice
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
    private mutating func finishRemoved(_ notice: ControlMessage?, at uptime: Duration, into events: inout [ReceiverEvent]) {
        switch notice {
        case .device(let path, present: false): merger.finish(where: { $0 == path }, at: uptime, into: &events)
        case .devices(let paths): merger.finish(where: { !paths.contains($0) }, at: uptime, into: &events)
        case .version, .device, .watch, .error, nil: break
        }
    }
}
