import Basics
import Location
import XML

/// Parses the points of Garmin's Training Center Database, version 2.
///
/// Courses are planned, with made-up times, so they are skipped.
struct TCXParser: XMLTrackParser {
    static let names = TCXName.allCases

    private let device: String
    private var depth = 0
    private var courseDepth: Int?
    private var point: TCXPoint?
    private var pointDepth = 0
    private(set) var field: TCXName?
    var text = XMLElementText()

    /// - Parameter device: the receiver of all points: the document names it after them.
    init(device: String) {
        self.device = device
    }

    mutating func parse(_ events: XMLEvents, into track: inout ParsedTrack) { handle(events, into: &track) }

    mutating func start(_ name: TCXName?, line: Int, _ track: inout ParsedTrack) {
        depth += 1
        field = nil
        switch name {
        case .course where courseDepth == nil: courseDepth = depth
        case .trackpoint where point == nil:
            point = TCXPoint(line: line, device: device)
            pointDepth = depth
        case .some(let name) where point != nil && name.hasText:
            field = name
            text.removeAll()
        default: break
        }
    }

    mutating func end(_ track: inout ParsedTrack) {
        if let field {
            let text = text.bytes
            point?.set(field, to: text.span)
        }
        field = nil
        if depth == courseDepth { courseDepth = nil }
        if let point, depth == pointDepth {
            if courseDepth == nil { point.finish(into: &track) } else { track.skip(.notTrack, line: point.line) }
            self.point = nil
        }
        depth -= 1
    }
}

/// A `Trackpoint` under construction.
private struct TCXPoint {
    let line: Int
    private var fix: Fix
    private var latitude: Double?
    private var longitude: Double?
    private var hasBadTime = false

    init(line: Int, device: String) {
        self.line = line
        fix = Fix(device: device)
    }

    mutating func set(_ name: TCXName, to text: Span<UInt8>) {
        switch name {
        case .time:
            fix.timestamp = Timestamp(lenientISO8601: text)
            hasBadTime = fix.timestamp == nil
        case .latitude: latitude = Double(decimal: text)
        case .longitude: longitude = Double(decimal: text)
        case .altitude: fix.altitude = Double(decimal: text)?.validAltitude
        case .speed: fix.speed = Double(decimal: text)?.validSpeed
        case .course, .trackpoint: break
        }
    }

    /// Adds the finished point to a track, or the reason for skipping it.
    func finish(into track: inout ParsedTrack) {
        guard !hasBadTime else { return track.skip(.badTime, line: line) }
        // Indoors there is a heart rate and no position.
        guard let latitude, let longitude else { return track.skip(.noPosition, line: line) }
        guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
            return track.skip(.badPosition, line: line)
        }
        var fix = fix
        fix.coordinate = coordinate
        fix.inferMode()
        track.add(fix, line: line)
    }
}

/// The relevant elements of TCX, in any namespace.
enum TCXName: String, XMLTrackName, Sendable {
    case course = "Course"
    case trackpoint = "Trackpoint"
    case time = "Time"
    case latitude = "LatitudeDegrees"
    case longitude = "LongitudeDegrees"
    case altitude = "AltitudeMeters"
    /// Of Garmin's extension for activities.
    case speed = "Speed"

    /// True if its text is a value of a point.
    var hasText: Bool { self != .course && self != .trackpoint }

    /// All names, by which the parser identifies elements.
    static let vocabulary = allCases.map { XMLName($0.rawValue, hasText: $0.hasText) }
}
