import Basics
import XML

/// Parses the points of KML 2.2 and 2.3 that have a time: those of `gx:Track`, and placemarks with a point, which has two
/// times if it has a span, or with lines, whose two ends have them.
///
/// The name of a placemark is a title, so the receiver is read from its data named `device`, see ``KMLEncoder``.
struct KMLParser: XMLTrackParser {
    static let names = KMLName.allCases

    private let device: String
    /// The open elements, the innermost last.
    private var elements: [KMLName?] = []
    private var placemark: KMLPlacemark?
    private var path: KMLTrack?
    /// True in the data named `device`.
    private var isDevice = false
    private(set) var field: KMLName?
    var text = XMLElementText()

    /// - Parameter device: the receiver of points for which the document names none.
    init(device: String) {
        self.device = device
    }

    mutating func parse(_ events: XMLEvents, into track: inout ParsedTrack) { handle(events, into: &track) }

    mutating func start(_ name: KMLName?, line: Int, _ track: inout ParsedTrack) {
        elements.append(name)
        field = nil
        guard let name else { return }
        switch name {
        case .placemark: placemark = KMLPlacemark(line: line)
        case .track: path = KMLTrack(line: line, device: placemark?.device ?? device, mode: placemark?.mode)
        case .data: isDevice = false
        case .polygon: placemark?.otherCount += 1
        default: if wants(name) { collect(name, line) }
        }
    }

    private mutating func collect(_ name: KMLName, _ line: Int) {
        field = name
        path?.line = line
        text.removeAll()
    }

    /// True if the text of an element that begins now is a value.
    private func wants(_ name: KMLName) -> Bool {
        switch name {
        case .coord: path != nil
        case .when: path != nil || isOfPlacemark(.timeStamp)
        case .begin, .end: isOfPlacemark(.timeSpan)
        case .coordinates: parent == .point || parent == .lineString
        case .altitudeMode: true
        case .value: isDevice && parent == .data
        default: false
        }
    }

    /// True within a time of the placemark itself: a view in it has times of its own.
    private func isOfPlacemark(_ time: KMLName) -> Bool {
        parent == time && elements.dropLast(2).last == .placemark
    }

    private var parent: KMLName? { elements.dropLast().last ?? nil }

    mutating func attribute(_ name: KMLName?, _ value: Span<UInt8>) {
        if name == .name, elements.last == .data { isDevice = value.equals("device") }
    }

    mutating func add(text piece: Span<UInt8>) {
        if field == .coordinates, parent == .lineString { placemark?.path.append(piece) } else { text.append(piece) }
    }

    mutating func end(_ track: inout ParsedTrack) {
        let name = elements.popLast() ?? nil
        if let field { set(field, &track) }
        field = nil
        switch name {
        case .track:
            path?.finish(into: &track)
            path = nil
            track.divide()
        case .placemark:
            placemark?.finish(device: device, into: &track)
            placemark = nil
        case .data: isDevice = false
        default: break
        }
    }

    private mutating func set(_ field: KMLName, _ track: inout ParsedTrack) {
        let text = text.bytes
        switch field {
        case .when where path != nil: path?.add(time: text.span, into: &track)
        case .coord: path?.add(position: text.span, into: &track)
        case .altitudeMode where path != nil: path?.mode = KMLAltitudeMode(text.span)
        case .altitudeMode: placemark?.mode = KMLAltitudeMode(text.span)
        case .value: placemark?.setDevice(text.span)
        case .coordinates where elements.last == .lineString: placemark?.path.isOpen = false
        case .when, .begin, .end, .coordinates: placemark?.set(field, to: text.span)
        default: break
        }
    }
}

/// The relevant elements and attributes of KML, in any namespace.
enum KMLName: String, XMLTrackName, Sendable {
    case placemark = "Placemark"
    case name
    case data = "Data"
    case value
    case timeStamp = "TimeStamp"
    case timeSpan = "TimeSpan"
    case when, begin, end
    case point = "Point"
    case lineString = "LineString"
    case polygon = "Polygon"
    case coordinates
    case track = "Track"
    case coord, altitudeMode

    /// All names, by which the parser identifies elements and attributes; a line has coordinates without end.
    static let vocabulary = allCases.map { name in
        let texts: Set<KMLName> = [.value, .when, .begin, .end, .coordinates, .coord, .altitudeMode]
        return XMLName(name.rawValue, hasText: texts.contains(name), isLimited: name != .coordinates)
    }
}
