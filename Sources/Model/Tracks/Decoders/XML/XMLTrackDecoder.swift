import XML

/// Decodes an XML document, whose events a parser of its format receives.
final class XMLTrackDecoder<Content: XMLTrackParser>: TrackDecoder {
    private var parser = XMLParser(vocabulary: Content.vocabulary)
    private var content: Content

    /// Creates a decoder for one document.
    init(_ content: Content) {
        self.content = content
    }

    func feed(_ bytes: Span<UInt8>, into track: inout ParsedTrack) {
        guard track.error == nil else { return }
        do throws(XMLError) {
            try parser.feed(bytes) { content.parse($0, into: &track) }
        } catch {
            track.fail(TrackError(error))
        }
    }

    func finish(into track: inout ParsedTrack) {
        defer { content.finish(into: &track) }
        guard track.error == nil else { return }
        do throws(XMLError) {
            try parser.finish { content.parse($0, into: &track) }
        } catch {
            track.fail(TrackError(error))
        }
    }
}

/// Parses the events of a document of an XML format.
protocol XMLTrackParser {
    /// The names of elements and attributes; events refer to them by index.
    static var vocabulary: [XMLName] { get }

    mutating func parse(_ events: XMLEvents, into track: inout ParsedTrack)

    /// Ends the document, also after an error: adds the points that were held.
    mutating func finish(into track: inout ParsedTrack)
}

extension XMLTrackParser {
    mutating func finish(into track: inout ParsedTrack) {}
}

/// The text of an element, of which the beginning is kept.
struct XMLElementText {
    /// Bytes; longer values are truncated.
    private static let maxLength = 256

    private(set) var bytes: [UInt8] = []

    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    mutating func append(_ chunk: Span<UInt8>) {
        let count = min(chunk.count, Self.maxLength - bytes.count)
        bytes.append(addingCapacity: count) { output in
            for index in 0..<count { output.append(chunk[index]) }
        }
    }
}

extension TrackError {
    init(_ error: XMLError) {
        self.init(line: error.line, error.message)
    }
}
