import Basics
import XML

/// Decodes an XML document, whose events a parser of its format receives.
final class XMLTrackDecoder<Content: XMLTrackParser>: TrackDecoder {
    private var parser = XMLParser(vocabulary: Content.Name.vocabulary)
    private var content: Content

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
    associatedtype Name: XMLTrackName

    /// All names, since `allCases` is made again for each use.
    static var names: [Name] { get }

    /// The element whose text is being collected.
    var field: Name? { get }

    /// That text.
    var text: XMLElementText { get set }

    /// Handles events in their order by ``handle(_:into:)``, which is compiled for the type that calls it.
    mutating func parse(_ events: XMLEvents, into track: inout ParsedTrack)

    mutating func start(_ name: Name?, line: Int, _ track: inout ParsedTrack)

    /// Handles an attribute of the element that has started.
    mutating func attribute(_ name: Name?, _ value: Span<UInt8>)

    /// Adds a piece of the text of ``field``.
    mutating func add(text piece: Span<UInt8>)

    /// Ends the innermost element.
    mutating func end(_ track: inout ParsedTrack)

    /// Ends the document, also after an error: adds the points that were held.
    mutating func finish(into track: inout ParsedTrack)
}

extension XMLTrackParser {
    mutating func handle(_ events: XMLEvents, into track: inout ParsedTrack) {
        let bytes = events.bytes.span
        for event in events.events {
            let name = event.name.map { Self.names[$0] }
            switch event.kind {
            case .start: start(name, line: event.line, &track)
            case .attribute: attribute(name, bytes.extracting(event.value))
            case .text: if field != nil { add(text: bytes.extracting(event.value)) }
            case .end: end(&track)
            }
        }
    }

    mutating func attribute(_ name: Name?, _ value: Span<UInt8>) {}

    mutating func add(text piece: Span<UInt8>) { text.append(piece) }

    mutating func finish(into track: inout ParsedTrack) {}
}

/// The elements and attributes of a format that matter.
protocol XMLTrackName: CaseIterable {
    /// Their names in the order of the cases; events refer to them by index.
    static var vocabulary: [XMLName] { get }
}

/// The text of an element, of which the beginning is kept.
struct XMLElementText {
    /// Bytes; longer values are truncated.
    private static let maxLength = 256

    private(set) var bytes: [UInt8] = []

    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    mutating func append(_ chunk: Span<UInt8>) {
        bytes.append(chunk.extracting(0..<min(chunk.count, Self.maxLength - bytes.count)))
    }
}

extension TrackError {
    init(_ error: XMLError) {
        self.init(line: error.line, error.message)
    }
}
