import Basics
import JSON

/// Decodes a JSON text, whose tokens a parser of its format receives.
final class JSONTrackDecoder<Content: JSONTrackParser>: TrackDecoder {
    private var scanner = JSONScanner()
    private var content: Content

    init(_ content: Content) {
        self.content = content
    }

    var hasPendingPoints: Bool { content.hasPendingPoints }

    func feed(_ bytes: Span<UInt8>, into track: inout ParsedTrack) {
        read(&track) { scanner, content throws(TrackError) in
            try scanner.feed(bytes, into: &content)
            content.flush(atMost: maxPointsPerFlush)
        }
    }

    func finish(into track: inout ParsedTrack) {
        read(&track) { scanner, content throws(TrackError) in
            try scanner.finish(into: &content)
            content.finish(isComplete: true, line: scanner.line)
        }
    }

    /// Lends the track to the parser while the scanner feeds it tokens.
    private func read(
        _ track: inout ParsedTrack,
        _ feed: (inout JSONScanner, inout Content) throws(TrackError) -> Void
    ) {
        guard track.error == nil else { return }
        swap(&track, &content.track)
        do throws(TrackError) {
            try feed(&scanner, &content)
        } catch {
            content.finish(isComplete: false, line: scanner.line)
            content.track.fail(error)
        }
        swap(&track, &content.track)
    }
}

/// Parses the tokens of a JSON format.
protocol JSONTrackParser: JSONTokenHandler {
    /// The points and issues found so far; lent by the decoder.
    var track: ParsedTrack { get set }

    /// True while points wait for ``flush(atMost:)``.
    var hasPendingPoints: Bool { get }

    /// Adds a number of points that wait.
    mutating func flush(atMost limit: Int)

    /// Ends a file at its last line, from 1, and adds what waits; `isComplete` is false if it is broken.
    mutating func finish(isComplete: Bool, line: Int)
}

extension JSONTrackParser {
    var hasPendingPoints: Bool { false }
    mutating func flush(atMost limit: Int) {}
}

/// The number of points delivered at once; limits the receiver's buffer.
private let maxPointsPerFlush = 5000

extension Timestamp {
    /// Creates a timestamp from a string of ISO 8601, or from a number in a string or not: seconds, milliseconds,
    /// microseconds or nanoseconds since 1970, whichever is before the year 3000.
    init?(json text: Span<UInt8>) {
        guard let number = Double(decimal: text) else {
            self.init(lenientISO8601: text)
            return
        }
        let scale = [1, 1e3, 1e6, 1e9].first { number.magnitude <= 32_503_680_000 * $0 }
        self.init(secondsSince1970: number / (scale ?? 1))
    }

    /// Returns true for a time of JSON that has no zone: a number has one.
    static func lacksZone(json text: Span<UInt8>) -> Bool { Double(decimal: text) == nil && !hasZone(text) }
}
