import Basics
import JSON
import Location

/// Parses Google's location histories: `Records.json` and the months of `Semantic Location History` from Takeout, and the
/// `Timeline.json` that Android and iPhones export since 2024.
///
/// Google does not describe the formats; these are the members that files of many years have. Of movements and visits,
/// which Google computes, the ends are points; positions without a time are left out.
struct GoogleHistoryParser: JSONTrackParser {
    private static let keys = JSONKeyTable<GoogleKey>()

    var track = ParsedTrack()

    private let device: String
    private var containers: [GoogleContainer] = []
    private var key: GoogleKey?
    private var record: GoogleRecord
    private var segment = GoogleSegment(line: 1)

    /// - Parameter device: the receiver of points for which the file names none.
    init(device: String) {
        self.device = device
        record = GoogleRecord(line: 1, device: device)
    }

    mutating func handle(_ token: JSONToken, text: Span<UInt8>, line: Int) {
        switch token {
        case .key: key = Self.keys.key(text)
        case .objectStart: open(GoogleContainer(objectIn: containers.last, key: key), line)
        case .arrayStart: open(GoogleContainer(arrayIn: containers.last, key: key), line)
        case .objectEnd, .arrayEnd: close()
        case .string, .number: if let key { set(key, to: text) }
        case .null, .yes, .no: break
        }
        if token != .key { key = nil }
    }

    mutating func finish() {}

    private mutating func open(_ container: GoogleContainer, _ line: Int) {
        containers.append(container)
        switch container {
        case .record: record = GoogleRecord(line: line, device: device)
        case .segment, .activitySegment, .placeVisit: segment = GoogleSegment(line: line)
        default: break
        }
    }

    private mutating func close() {
        switch containers.popLast() {
        case .record: record.finish(into: &track)
        case .pathPoint: segment.endPathPoint()
        case .segment, .activitySegment, .placeVisit: segment.finish(device: device, into: &track)
        default: break
        }
    }

    private mutating func set(_ key: GoogleKey, to text: Span<UInt8>) {
        switch containers.last {
        case .record: record.set(key, to: text)
        case .segment, .duration: segment.setTime(key, to: text)
        case .pathPoint: segment.setPathPoint(key, to: text)
        case .startPlace: segment.startPlace.set(key, to: text)
        case .endPlace: segment.endPlace.set(key, to: text)
        case .visitedPlace: segment.visitedPlace.set(key, to: text)
        // An iPhone writes a position where Android writes an object.
        case .candidate where key == .placeLocation: segment.visitedPlace.set(.latLng, to: text)
        case .activity where key == .start: segment.startPlace.set(.latLng, to: text)
        case .activity where key == .end: segment.endPlace.set(.latLng, to: text)
        default: break
        }
    }
}
