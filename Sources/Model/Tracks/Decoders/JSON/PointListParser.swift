import Basics
import JSON
import Location

/// Parses lists of points: the locations of OwnTracks Recorder's API, and the points of Dawarich's.
///
/// A list is the root, or the `data` of its object. The members of a point are those of OwnTracks (booklet,
/// `tech/json.md`) and of Dawarich (`/api/v1/points`), where numbers may be strings.
struct PointListParser: JSONTrackParser {
    private enum Container {
        case root, list, point, other
    }

    private static let keys = JSONKeyTable<PointKey>()

    var track = ParsedTrack()

    private let device: String
    private var containers: [Container] = []
    private var key: PointKey?
    private var point: ListedPoint

    /// - Parameter device: the receiver of all points.
    init(device: String) {
        self.device = device
        point = ListedPoint(line: 1, device: device)
    }

    mutating func handle(_ token: JSONToken, text: Span<UInt8>, line: Int) {
        switch token {
        case .key: key = Self.keys.key(text)
        case .objectStart: open(line)
        case .arrayStart: containers.append(isList ? .list : .other)
        case .objectEnd, .arrayEnd: if containers.popLast() == .point { point.finish(into: &track) }
        case .string, .number: if let key, containers.last == .point { point.set(key, to: text) }
        case .null, .yes, .no: break
        }
        if token != .key { key = nil }
    }

    private var isList: Bool { containers.isEmpty || containers.last == .root && key == .data }

    private mutating func open(_ line: Int) {
        if containers.last == .list {
            containers.append(.point)
            point = ListedPoint(line: line, device: device)
        } else {
            containers.append(containers.isEmpty ? .root : .other)
        }
    }
}

/// The relevant keys of a listed point.
enum PointKey: String, CaseIterable, Sendable {
    case data
    // OwnTracks
    case type = "_type"
    case lat, lon, tst, acc, vac, alt, vel, cog
    // Dawarich
    case latitude, longitude, timestamp, accuracy, altitude, velocity, course
    case verticalAccuracy = "vertical_accuracy"
}

/// A listed point under construction.
private struct ListedPoint {
    private let line: Int
    private var fix: Fix
    private var latitude: Double?
    private var longitude: Double?
    private var isLocation = true
    private var hasBadTime = false

    init(line: Int, device: String) {
        self.line = line
        fix = Fix(device: device)
    }

    mutating func set(_ key: PointKey, to text: Span<UInt8>) {
        switch key {
        case .type: isLocation = text.equals("location")
        case .tst, .timestamp:
            fix.timestamp = Timestamp(json: text)
            hasBadTime = fix.timestamp == nil
        default: if let number = Double(decimal: text) { set(key, number) }
        }
    }

    private mutating func set(_ key: PointKey, _ number: Double) {
        switch key {
        case .lat, .latitude: latitude = number
        case .lon, .longitude: longitude = number
        case .alt, .altitude: fix.altitude = number.validAltitude
        case .acc, .accuracy:
            fix.horizontalAccuracy = number.validAccuracy.flatMap { HorizontalAccuracy(radius: $0, origin: .receiver) }
        case .vac, .verticalAccuracy: fix.verticalAccuracy = number.validAccuracy
        // km/h; Dawarich stores metres per second.
        case .vel: fix.speed = (number / 3.6).validSpeed
        case .velocity: fix.speed = number.validSpeed
        case .cog, .course: fix.course = number.validCourse
        case .data, .type, .tst, .timestamp: break
        }
    }

    /// Adds the finished point to a track, or the reason for skipping it.
    func finish(into track: inout ParsedTrack) {
        guard isLocation else { return track.skip(.notTrack, line: line) }
        guard !hasBadTime else { return track.skip(.badTime, line: line) }
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
