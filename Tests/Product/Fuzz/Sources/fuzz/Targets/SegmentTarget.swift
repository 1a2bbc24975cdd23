@testable import HistoryEncoding

/// Decodes the input as a segment and as an outline of the history, with the checksum that it needs to get further.
struct SegmentTarget: FuzzTarget {
    func run(_ input: [UInt8]) {
        let bytes = input.checksummed
        _ = try? Segment.decode(bytes, device: "d")
        _ = try? Segment.decodePositions(bytes)
        _ = try? SegmentSummary(bytes)
        _ = try? SegmentSummary(beginning: Array(input.prefix(SegmentSummary.maxByteCount)))
        if let outline = try? Outline(bytes) {
            _ = outline.sections
            if (try? Outline(outline.encode())) != outline { violated("an outline is read as it was written") }
        }
        readPoints(bytes)
    }

    private func readPoints(_ bytes: [UInt8]) {
        guard var reader = try? SegmentReader(bytes, device: "d") else { return }
        while (try? reader.next()) != nil {}
    }
}

extension [UInt8] {
    /// The bytes with their checksum behind them, as a segment and an outline have it.
    var checksummed: [UInt8] {
        let checksum = CRC32C.checksum(self, count: count)
        return self + [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: checksum &>> $0) }
    }
}
