import Basics
import Location
import XML

/// Decodes the track points of GPX 1.0 and 1.1.
///
/// Speed and course are read from GPX 1.0 elements or from any extension, such as Garmin's TrackPointExtension;
/// accuracies from the extension of ``GPXEncoder``. Waypoints and routes have no history and are skipped.
final class GPXDecoder: TrackDecoder {
    private var parser = XMLParser(vocabulary: GPXName.vocabulary)
    private var content: GPXParser

    /// Creates a decoder for one document.
    ///
    /// - Parameter device: the receiver of points in tracks without a `src`.
    init(device: String) {
        content = GPXParser(device: device)
    }

    /// Decodes a chunk of the document.
    func feed(_ bytes: Span<UInt8>, into track: inout ParsedTrack) {
        guard track.error == nil else { return }
        do throws(XMLError) {
            try parser.feed(bytes) { content.parse($0, into: &track) }
        } catch {
            track.fail(TrackError(error))
        }
    }

    /// Ends the document.
    func finish(into track: inout ParsedTrack) {
        guard track.error == nil else { return }
        do throws(XMLError) {
            try parser.finish { content.parse($0, into: &track) }
        } catch {
            track.fail(TrackError(error))
        }
    }
}

extension TrackError {
    init(_ error: XMLError) {
        self.init(line: error.line, error.message)
    }
}

/// Parses the events of a GPX document.
struct GPXParser {
    /// Bytes; longer values are truncated.
    private static let maxValueLength = 256

    private static let names = GPXName.allCases

    /// The receiver of points in tracks without a `src`.
    private let device: String
    /// The receiver that the current track names.
    private var source: String?
    private var depth = 0
    private var point: GPXPoint?
    private var pointDepth = 0
    private var extensionsDepth: Int?
    /// The element whose text is being collected, and that text.
    private var field: GPXName?
    private var text: [UInt8] = []

    init(device: String) {
        self.device = device
    }

    mutating func parse(_ events: XMLEvents, into track: inout ParsedTrack) {
        let bytes = events.bytes.span
        for event in events.events {
            let name = event.name.map { Self.names[$0] }
            switch event.kind {
            case .start: start(name, line: event.line, &track)
            case .attribute: attribute(name, bytes.extracting(event.value))
            case .text: text(bytes.extracting(event.value))
            case .end: end(&track)
            }
        }
    }

    private mutating func start(_ name: GPXName?, line: Int, _ track: inout ParsedTrack) {
        depth += 1
        field = nil
        if depth == 1, name != .gpx {
            track.fail(TrackError(line: line, "not GPX: the root element is not <gpx>"))
        }
        switch name {
        case .trkpt where point == nil && track.error == nil: open(line)
        case .wpt where point == nil, .rtept where point == nil: track.skip(.notTrack, line: line)
        case .trk: source = nil
        case .src where depth == 3 && point == nil: collect(.src)
        case .extensions where point != nil && extensionsDepth == nil: extensionsDepth = depth
        case .some(let name) where isValue(name): collect(name)
        default: break
        }
    }

    private mutating func attribute(_ name: GPXName?, _ value: Span<UInt8>) {
        guard depth == pointDepth, let name, name == .lat || name == .lon else { return }
        point?.set(name, to: value)
    }

    private mutating func text(_ chunk: Span<UInt8>) {
        guard field != nil else { return }
        for index in chunk.indices.prefix(Self.maxValueLength - text.count) { text.append(chunk[index]) }
    }

    private mutating func end(_ track: inout ParsedTrack) {
        if let field { set(field) }
        field = nil
        if depth == extensionsDepth { extensionsDepth = nil }
        if depth == pointDepth {
            point?.finish(into: &track)
            point = nil
            pointDepth = 0
        }
        depth -= 1
    }

    private mutating func open(_ line: Int) {
        point = GPXPoint(line: line, device: source ?? device)
        pointDepth = depth
        extensionsDepth = nil
    }

    private func isValue(_ name: GPXName) -> Bool {
        guard point != nil else { return false }
        return extensionsDepth == nil ? depth == pointDepth + 1 && name.isPointChild : name.isExtensionValue
    }

    private mutating func collect(_ name: GPXName) {
        field = name
        text.removeAll(keepingCapacity: true)
    }

    private mutating func set(_ field: GPXName) {
        let text = text
        guard field == .src else {
            point?.set(field, to: text.span)
            return
        }
        let name = PrintableText.sanitized(text.span.string, limit: PrintableText.maxDeviceLength)
        source = name.isEmpty ? nil : name
    }
}
