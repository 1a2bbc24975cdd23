/// Cuts bytes into lines for a format that is made of them.
final class LineDecoder<Content: LineContent>: TrackDecoder {
    /// A longer line is skipped; none of the formats has one of a tenth of it.
    private static var longestLine: Int { 65_536 }

    private var content: Content
    /// A line that has begun in an earlier piece.
    private var begun: [UInt8] = []
    private var number = 1
    /// The line at which the open one began, where quotation marks let it go on.
    private var start = 1
    private var isInQuotes = false
    private var isTooLong = false

    init(_ content: Content) {
        self.content = content
    }

    func feed(_ bytes: Span<UInt8>, into harvest: inout TrackHarvest) {
        var from = 0
        for index in bytes.indices {
            let byte = bytes[index]
            if Content.isQuoting, byte == UInt8(ascii: "\"") { isInQuotes.toggle() }
            guard byte == 0x0A else { continue }
            number += 1
            // A line that is too long ends at its first end: its quotation mark may be a stray one.
            guard !isInQuotes || isTooLong else { continue }
            end(bytes.extracting(from..<index), &harvest)
            from = index + 1
        }
        keep(bytes.extracting(from..<bytes.count))
    }

    func finish(into harvest: inout TrackHarvest) {
        if !begun.isEmpty || isTooLong { end([UInt8]().span, &harvest) }
        content.finish(into: &harvest)
    }

    private func end(_ rest: Span<UInt8>, _ harvest: inout TrackHarvest) {
        defer {
            begun.removeAll(keepingCapacity: true)
            (start, isInQuotes, isTooLong) = (number, false, false)
        }
        guard begun.isEmpty, !isTooLong else {
            keep(rest)
            guard !isTooLong else { return harvest.skip(.tooLong, line: start) }
            let line = begun
            return content.take(line.span, number: start, into: &harvest)
        }
        guard rest.count <= Self.longestLine else { return harvest.skip(.tooLong, line: start) }
        content.take(rest, number: start, into: &harvest)
    }

    private func keep(_ piece: Span<UInt8>) {
        guard !isTooLong else { return }
        guard begun.count + piece.count <= Self.longestLine else {
            isTooLong = true
            begun.removeAll(keepingCapacity: true)
            return
        }
        begun.append(addingCapacity: piece.count) { output in
            for index in piece.indices { output.append(piece[index]) }
        }
    }
}
