import Basics

/// Splits bytes into lines for line-based formats.
final class LineDecoder<Content: LineParser>: TrackDecoder {
    /// Bytes; longer lines are skipped, and valid lines need less than a tenth of it.
    private static var maxLineLength: Int { 65_536 }

    private var content: Content
    /// The start of a line from earlier chunks.
    private var partialLine: [UInt8] = []
    private var number = 1
    /// The first line of an open line that continues inside quotation marks.
    private var start = 1
    private var isInQuotes = false
    private var isTooLong = false

    init(_ content: Content) {
        self.content = content
    }

    func feed(_ bytes: Span<UInt8>, into track: inout ParsedTrack) {
        var from = 0
        for index in bytes.indices {
            let byte = bytes[index]
            if Content.allowsQuotedNewlines, byte == UInt8(ascii: "\"") { isInQuotes.toggle() }
            guard byte == 0x0A else { continue }
            number += 1
            // A line that is too long ends at its first line ending, because its quotation mark may be a stray one.
            guard !isInQuotes || isTooLong else { continue }
            end(bytes.extracting(from..<index), &track)
            from = index + 1
        }
        buffer(bytes.extracting(from..<bytes.count))
    }

    func finish(into track: inout ParsedTrack) {
        if !partialLine.isEmpty || isTooLong { end([UInt8]().span, &track) }
        content.finish(into: &track)
    }

    private func end(_ rest: Span<UInt8>, _ track: inout ParsedTrack) {
        defer {
            partialLine.removeAll(keepingCapacity: true)
            start = number
            isInQuotes = false
            isTooLong = false
        }
        guard partialLine.isEmpty, !isTooLong else {
            buffer(rest)
            guard !isTooLong else { return track.skip(.tooLong, line: start) }
            let line = partialLine
            return content.parse(line.span, number: start, into: &track)
        }
        guard rest.count <= Self.maxLineLength else { return track.skip(.tooLong, line: start) }
        content.parse(rest, number: start, into: &track)
    }

    private func buffer(_ chunk: Span<UInt8>) {
        guard !isTooLong else { return }
        guard partialLine.count + chunk.count <= Self.maxLineLength else {
            isTooLong = true
            partialLine.removeAll(keepingCapacity: true)
            return
        }
        partialLine.append(chunk)
    }
}

/// Parses the lines of a format.
public protocol LineParser {
    /// True if a line continues past its end inside quotation marks, as in CSV.
    static var allowsQuotedNewlines: Bool { get }

    /// Parses a line without its line ending; lines are numbered from 1, and some may be left out.
    mutating func parse(_ line: Span<UInt8>, number: Int, into track: inout ParsedTrack)

    /// Ends the lines.
    mutating func finish(into track: inout ParsedTrack)
}

extension LineParser {
    /// False by default.
    public static var allowsQuotedNewlines: Bool { false }

    /// Does nothing by default.
    public mutating func finish(into track: inout ParsedTrack) {}
}
