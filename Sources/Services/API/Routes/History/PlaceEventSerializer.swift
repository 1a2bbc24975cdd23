import Location
import Wire

/// What has happened at places on its way out: one object with a list, or a line each.
struct PlaceEventSerializer {
    /// Bytes that are written at once.
    private static let chunkSize = 1 << 16

    private let isList: Bool
    private var bytes: [UInt8]
    private var isFirst = true

    init(isList: Bool) {
        self.isList = isList
        bytes = Array((isList ? "{\"events\":[" : "").utf8)
    }

    /// Adds one; answers what is to be written now, if anything.
    mutating func append(_ occurrence: PlaceEvent) -> [UInt8]? {
        if isList, !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        bytes += PlaceEventJSON.encode(occurrence)
        if !isList { bytes.append(0x0A) }
        guard bytes.count >= Self.chunkSize else { return nil }
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    /// What is left to be written.
    func finish() -> [UInt8] { bytes + Array((isList ? "]}\n" : "").utf8) }
}
