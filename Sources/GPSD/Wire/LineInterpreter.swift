import Location

/// Reads one line at a time: reports go to libgps and on to their epoch, notices through the JSON decoder.
struct LineInterpreter: ~Copyable {
    private var unpacker = Unpacker()
    private var merger = EpochMerger()
    private var events: [ReceiverEvent] = []

    /// When ``tellOverdue(at:into:)`` wants to be called.
    var deadline: Duration? { merger.deadline }

    /// Takes a line, which ends with a NUL, and adds what it leads to.
    mutating func take(
        _ line: UnsafeMutableBufferPointer<UInt8>, at uptime: Duration, into output: inout [LineOutput]
    ) {
        guard let start = unsafe LineKind.start(of: line), let base = start.baseAddress else { return }
        // libgps reads the same bytes as characters, up to the NUL.
        let text = unsafe UnsafeMutableRawPointer(base).assumingMemoryBound(to: CChar.self)
        switch unsafe LineKind(start) {
        case .tpv:
            merger.add(unsafe unpacker.tpv(text), at: uptime, into: &events)
        case .sky(let listsSatellites):
            merger.add(unsafe unpacker.sky(text, listsSatellites: listsSatellites), at: uptime, into: &events)
        case .notice:
            take(unsafe Notice(Array(start)), at: uptime, into: &output)
        case .other:
            break
        }
        flush(into: &output)
    }

    /// Tells the epochs that have waited long enough.
    mutating func tellOverdue(at uptime: Duration, into events: inout [ReceiverEvent]) {
        merger.tellOverdue(at: uptime, into: &events)
    }

    /// Tells what is left.
    mutating func finish(at uptime: Duration, into events: inout [ReceiverEvent]) {
        merger.finish(at: uptime, into: &events)
    }

    /// The last epoch of a receiver that goes comes before the word that it has gone.
    private mutating func take(_ notice: Notice?, at uptime: Duration, into output: inout [LineOutput]) {
        guard let notice else { return }
        switch notice {
        case .device(let path, present: false): merger.finish({ $0 == path }, at: uptime, into: &events)
        case .devices(let paths): merger.finish({ !paths.contains($0) }, at: uptime, into: &events)
        case .version, .device, .watch, .error: break
        }
        flush(into: &output)
        output.append(.notice(notice))
    }

    private mutating func flush(into output: inout [LineOutput]) {
        guard !events.isEmpty else { return }
        for event in events { output.append(.event(event)) }
        events.removeAll(keepingCapacity: true)
    }
}
