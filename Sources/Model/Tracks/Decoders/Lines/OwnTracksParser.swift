import Basics
import JSON
import Location

/// Parses the `.rec` files of OwnTracks Recorder.
///
/// A line has the time of receipt, the topic and the JSON message, separated by tabs (recorder, `storage.c`,
/// `RECFORMAT`). A message with `"_type":"location"` is a point at the time of its `tst`.
struct OwnTracksParser: LineParser {
    private let device: String

    init(device: String) {
        self.device = device
    }

    mutating func parse(_ line: Span<UInt8>, number: Int, into track: inout ParsedTrack) {
        guard !line.trimmedRange.isEmpty else { return }
        guard let first = line.firstIndex(of: 0x09, from: 0), let second = line.firstIndex(of: 0x09, from: first + 1)
        else { return track.skip(.unreadable, line: number) }
        var message = OwnTracksMessage()
        var scanner = JSONScanner()
        do throws(TrackError) {
            try scanner.feed(line.extracting((second + 1)..<line.count), into: &message)
            try scanner.finish(into: &message)
        } catch {
            return track.skip(.unreadable, line: number)
        }
        message.finish(device: device, line: number, into: &track)
    }
}

/// The relevant members of a message (OwnTracks booklet, `tech/json.md`).
struct OwnTracksMessage: JSONTokenHandler {
    private enum Key: String, CaseIterable {
        case type = "_type"
        case lat, lon, tst, acc, vac, alt, vel, cog, tid
    }

    private var depth = 0
    private var key: Key?
    private var numbers: [Key: Double] = [:]
    private var isLocation = false
    private var identifier: String?
    /// True once an object has begun.
    private(set) var isObject = false

    mutating func handle(_ token: JSONToken, text: Span<UInt8>, line: Int) {
        switch token {
        case .objectStart, .arrayStart:
            depth += 1
            isObject = isObject || token == .objectStart
        case .objectEnd, .arrayEnd: depth -= 1
        case .key: key = depth == 1 ? Key.allCases.first { text.equals($0.rawValue) } : nil
        case .string where key == .type && depth == 1: isLocation = text.equals("location")
        case .string where key == .tid && depth == 1: identifier = text.string
        // Some devices write numbers as strings.
        case .number where depth == 1, .string where depth == 1:
            if let key { numbers[key] = Double(decimal: text) }
        default: break
        }
        if token != .key, depth <= 1 { key = nil }
    }

    func finish(device: String, line: Int, into track: inout ParsedTrack) {
        guard isLocation else { return track.skip(.notTrack, line: line) }
        guard let latitude = numbers[.lat], let longitude = numbers[.lon] else {
            return track.skip(.noPosition, line: line)
        }
        guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
            return track.skip(.badPosition, line: line)
        }
        var fix = Fix(device: track.device(of: identifier, else: device))
        fix.coordinate = coordinate
        if let seconds = numbers[.tst] {
            fix.timestamp = Timestamp(secondsSince1970: seconds)
            guard fix.timestamp != nil else { return track.skip(.badTime, line: line) }
        }
        fix.altitude = numbers[.alt]?.validAltitude
        fix.horizontalAccuracy = numbers[.acc]?.validAccuracy.flatMap {
            HorizontalAccuracy(radius: $0, origin: .receiver)
        }
        fix.verticalAccuracy = numbers[.vac]?.validAccuracy
        // km/h to m/s.
        fix.speed = numbers[.vel].flatMap { ($0 / 3.6).validSpeed }
        fix.course = numbers[.cog]?.validCourse
        fix.inferMode()
        track.add(fix, line: line)
    }
}
