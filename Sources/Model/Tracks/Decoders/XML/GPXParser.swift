import Basics
import Location
import XML

/// Parses the track points of GPX 1.0 and 1.1.
///
/// Speed and course are read from GPX 1.0 elements or from any extension, such as Garmin's TrackPointExtension;
/// accuracies from the extension of ``GPXEncoder``. Waypoints and routes have no history and are skipped.
struct GPXParser: XMLTrackParser {
    static let names = GPXName.allCases

    /// The receiver of points in tracks without a `src`.
    private let device: String
    private var dilution = GPXDilution()
    /// The first points, until the meaning of their `hdop` is known.
    private var held: [GPXPoint] = []
    /// The receiver that the current track names.
    private var source: String?
    private var depth = 0
    private var point: GPXPoint?
    private var pointDepth = 0
    private var extensionsDepth: Int?
    private(set) var field: GPXName?
    var text = XMLElementText()

    /// - Parameter device: the receiver of points in tracks without a `src`.
    init(device: String) {
        self.device = device
    }

    mutating func parse(_ events: XMLEvents, into track: inout ParsedTrack) { handle(events, into: &track) }

    mutating func start(_ name: GPXName?, line: Int, _ track: inout ParsedTrack) {
        depth += 1
        field = nil
        if depth == 1, name != .gpx {
            track.fail(TrackError(line: line, "not GPX: the root element is not <gpx>"))
        }
        switch name {
        case .trkpt where point == nil && track.error == nil: open(line)
        case .wpt where point == nil, .rtept where point == nil: track.skip(.notTrack, line: line)
        case .trk:
            source = nil
            track.divide()
        case .trkseg: track.divide()
        case .src where depth == 3 && point == nil: collect(.src)
        case .extensions where point != nil && extensionsDepth == nil: extensionsDepth = depth
        case .some(let name) where isValue(name): collect(name)
        default: break
        }
    }

    mutating func attribute(_ name: GPXName?, _ value: Span<UInt8>) {
        switch name {
        case .some(let name) where depth == pointDepth && (name == .lat || name == .lon): point?.set(name, to: value)
        case .creator where depth == 1: dilution.add(creator: value)
        case .osmand where depth == 1, .locus where depth == 1: dilution.add(creator: (name?.rawValue ?? "").utf8.span)
        default: break
        }
    }

    mutating func end(_ track: inout ParsedTrack) {
        if let field { set(field) }
        field = nil
        if depth == extensionsDepth { extensionsDepth = nil }
        if depth == pointDepth { finishPoint(&track) }
        depth -= 1
    }

    private mutating func finishPoint(_ track: inout ParsedTrack) {
        pointDepth = 0
        // Finished in its place: a point is large.
        guard dilution.isUndecided, point?.hdop != nil || !held.isEmpty else {
            point?.finish(dilution, into: &track)
            return point = nil
        }
        guard let point = point.take() else { return }
        if let hdop = point.hdop { dilution.observe(hdop) }
        held.append(point)
        if held.count == GPXDilution.maxObserved { finish(into: &track) }
    }

    mutating func finish(into track: inout ParsedTrack) {
        dilution.decide()
        for index in held.indices { held[index].finish(dilution, into: &track) }
        held = []
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
        text.removeAll()
    }

    private mutating func set(_ field: GPXName) {
        let text = text.bytes
        guard field == .src else {
            point?.set(field, to: text.span)
            return
        }
        let name = DevicePath.printable(text.span.string)
        source = name.isEmpty ? nil : name
    }
}
