import Location

/// Reads one line at a time: reports go to libgps and on to their epoch, notices through the JSON decoder.
struct LineInterpreter: ~Copyable {
    private var unpacker = Unpacker()
    var merger = EpochMerger()

    /// Takes a line, which ends with a NUL; answers a notice, if it is one.
    mutating func take(
        _ line: UnsafeMutableBufferPointer<UInt8>, at uptime: Duration, into events: inout [ReceiverEvent]
    ) -> Notice? {
        guard let start = unsafe LineKind.start(of: line), let base = start.baseAddress else { return nil }
        // libgps reads the same bytes as characters, up to the NUL.
        let text = unsafe UnsafeMutableRawPointer(base).assumingMemoryBound(to: CChar.self)
        switch unsafe LineKind(start) {
        case .tpv:
            merger.add(unsafe unpacker.tpv(text), at: uptime, into: &events)
        case .sky(let listsSatellites):
            merger.add(unsafe unpacker.sky(text, listsSatellites: listsSatellites), at: uptime, into: &events)
        case .notice:
            return unsafe Notice(Array(start))
        case .other:
            break
        }
        return nil
    }
}
