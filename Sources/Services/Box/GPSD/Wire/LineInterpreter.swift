import Basics
import JSON
import Location

/// An interpreter of lines: reports go to libgps and on to their epoch, control messages to the JSON decoder.
///
/// What gpsd would write otherwise is read without libgps, and what cannot be read at all is reported.
struct LineInterpreter: ~Copyable {
    private var unpacker = Unpacker()
    private var merger: EpochMerger
    private var listThrottle = SatelliteListThrottle()
    /// The number of the next line in a recording, from 1; nil if lines have no numbers.
    var lineNumber: Int?

    /// Creates an interpreter; `isPaced` is false for a recording, see ``EpochMerger``.
    init(isPaced: Bool) {
        merger = EpochMerger(isPaced: isPaced)
    }

    /// When ``flushOverdue(at:into:)`` has to be called.
    var deadline: Duration? { merger.deadline }

    /// Interprets a NUL-terminated line and adds the events it completes, and the control messages in it.
    mutating func interpret(
        _ line: UnsafeMutableBufferPointer<UInt8>, at uptime: Duration, into events: inout [ReceiverEvent],
        _ messages: inout [IndexedMessage]
    ) {
        let isRead = unsafe interpretUsual(line, at: uptime, into: &events, &messages)
        if !isRead { interpretOther(unsafe Array(line), at: uptime, into: &events, &messages) }
    }

    /// Interprets a line in the form that gpsd writes; returns false for any other.
    private mutating func interpretUsual(
        _ line: UnsafeMutableBufferPointer<UInt8>, at uptime: Duration, into events: inout [ReceiverEvent],
        _ messages: inout [IndexedMessage]
    ) -> Bool {
        guard let start = unsafe LineKind.start(of: line), let base = start.baseAddress else { return false }
        // libgps would take a part of a line that was cut, such as half a number.
        guard unsafe start.last(where: { $0 > 0x20 }) == UInt8(ascii: "}") else { return false }
        // libgps reads the same bytes as characters, up to the NUL.
        let text = unsafe UnsafeMutableRawPointer(base).assumingMemoryBound(to: CChar.self)
        switch unsafe LineKind(start) {
        case .tpv:
            var tpv = unsafe unpacker.tpv(text)
            tpv.lineNumber = lineNumber
            if tpv.time == nil { tpv.received = LineStamp(line: unsafe Array(line).span)?.time }
            merger.add(tpv, at: uptime, into: &events)
            if let fault = unpacker.fault { events.append(.unread(fault)) }
        case .sky(let listsSatellites):
            let isListRead = listsSatellites && listThrottle.consume(at: uptime)
            let sky = unsafe unpacker.sky(text, listsSatellites: listsSatellites, isListRead: isListRead)
            merger.add(sky, at: uptime, into: &events)
        case .gst: if let gst = unsafe GST(text) { merger.add(gst, at: uptime) }
        case .control:
            guard let message = unsafe ControlMessage(Array(start)) else { return false }
            handle(message, at: uptime, into: &events, &messages)
        case .unused: break
        case .other: return false
        }
        return true
    }

    private mutating func interpretOther(
        _ line: [UInt8], at uptime: Duration, into events: inout [ReceiverEvent], _ messages: inout [IndexedMessage]
    ) {
        guard line.contains(UInt8(ascii: "{")) else { return events.append(.unread(UnreadLine.text(line))) }
        let json = LenientJSON(line)
        let received = LineStamp(line: line.span)?.time
        for object in json.objects {
            interpret(object: object, of: received, at: uptime, into: &events, &messages)
        }
        guard json.isDamaged || json.objects.isEmpty else { return }
        events.append(.unread(UnreadLine.damaged(line)))
        // A line that was cut continues with the next one.
        guard let rest = UnreadLine.lastObject(in: line) else { return }
        for object in LenientJSON(rest).objects {
            interpret(object: object, of: nil, at: uptime, into: &events, &messages)
        }
    }

    private mutating func interpret(
        object: [UInt8], of received: Timestamp?, at uptime: Duration, into events: inout [ReceiverEvent],
        _ messages: inout [IndexedMessage]
    ) {
        guard let report = LooseReport(object) else { return events.append(.unread(UnreadLine.damaged(object))) }
        switch report.class?.value {
        case "TPV":
            var tpv = unpacker.tpv(report)
            tpv.lineNumber = lineNumber
            if tpv.time == nil { tpv.received = received }
            merger.add(tpv, at: uptime, into: &events)
            if let fault = report.fault { events.append(.unread(fault)) }
        case "SKY": merger.add(unpacker.sky(report), at: uptime, into: &events)
        case let name? where LineKind.unusedClasses.contains(name): break
        case let name:
            guard let message = ControlMessage(object) else { return events.append(.unread(UnreadLine.unknown(name))) }
            handle(message, at: uptime, into: &events, &messages)
        }
    }

    /// Adds a control message, after the last epochs of the receivers that it removes.
    private mutating func handle(
        _ message: ControlMessage, at uptime: Duration, into events: inout [ReceiverEvent],
        _ messages: inout [IndexedMessage]
    ) {
        switch message {
        case .device(let path, present: false): merger.finish(where: { $0 == path }, at: uptime, into: &events)
        case .devices(let paths): merger.finish(where: { !paths.contains($0) }, at: uptime, into: &events)
        case .error(let text): events.append(.unread(UnreadLine.error(text)))
        case .version, .device, .watch: break
        }
        messages.append(IndexedMessage(message: message, index: events.count))
    }

    /// Removes and returns the origins of the fixes so far, see ``EpochMerger/takeOrigins()``.
    mutating func takeOrigins() -> [ReportOrigin] { merger.takeOrigins() }

    mutating func flushOverdue(at uptime: Duration, into events: inout [ReceiverEvent]) {
        merger.flushOverdue(at: uptime, into: &events)
    }

    mutating func finish(at uptime: Duration, into events: inout [ReceiverEvent]) {
        merger.finish(at: uptime, into: &events)
    }
}
