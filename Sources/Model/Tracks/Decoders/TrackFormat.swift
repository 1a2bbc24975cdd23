import Basics

/// The supported track formats, detected from a file's content and never from its name.
public enum TrackFormat: String, CaseIterable, Sendable {
    /// GPX 1.0 or 1.1.
    case gpx = "GPX"
    /// KML 2.2 or 2.3.
    case kml = "KML"
    /// Garmin's Training Center Database.
    case tcx = "TCX"
    /// GeoJSON, RFC 7946.
    case geoJSON = "GeoJSON"
    /// NMEA 0183.
    case nmea = "NMEA 0183"
    /// gpsd's JSON as written by `gpspipe -w`.
    case gpsd = "gpsd JSON"
    /// OwnTracks Recorder's `.rec`.
    case ownTracks = "OwnTracks .rec"
    /// Points in JSON: our own, and those of OwnTracks Recorder, Dawarich and others.
    case pointList = "JSON points"
    /// Google's Records.json, Semantic Location History, or Timeline.json of a phone.
    case google = "Google location history"
    /// CSV with a header.
    case csv = "CSV"

    /// The number of bytes examined; a recording may begin with a partial line and comments.
    public static let maxHeadLength = 16_384

    /// Detects the format of a file by its first ``maxHeadLength`` bytes, or all if it is shorter; nil if unknown.
    public init?(head: Span<UInt8>) {
        // Some programs leave zeros in front, or behind an interrupted recording.
        let bytes = head.indices.prefix(Self.maxHeadLength).map { head[$0] }.filter { $0 != 0 }
        let text = String(decoding: bytes, as: UTF8.self)
        let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" || $0 == "\u{1E}" }
        if start.first == "<" {
            let roots: [(String, TrackFormat)] = [("gpx", .gpx), ("kml", .kml), ("TrainingCenterDatabase", .tcx)]
            guard let root = roots.first(where: { Self.hasElement($0.0, start) }) else { return nil }
            self = root.1
        } else if let format = Self.format(ofLines: text) {
            self = format
        } else if let format = JSONFormatTest(start).format {
            self = format
        } else {
            return nil
        }
    }

    /// Returns true if an element of that name begins in the text, with or without a prefix.
    private static func hasElement(_ name: String, _ text: Substring) -> Bool {
        text.split(separator: "<").contains { element in
            let word = element.prefix { !$0.isWhitespace && $0 != ">" && $0 != "/" }
            return word == name || word.hasSuffix(":" + name)
        }
    }

    /// gpsd's JSON may be mixed with the sentences it was made from, so it is tested first; gpspipe writes its greeting also
    /// before sentences.
    private static func format(ofLines text: String) -> TrackFormat? {
        let lines = text.split(whereSeparator: \.isNewline)
        let tests: [(TrackFormat, (Substring) -> Bool)] = [
            (.gpsd, { GPSDClass.report($0) != nil }), (.ownTracks, isOwnTracks), (.csv, isCSV), (.nmea, isNMEA),
        ]
        let format = tests.first { lines.contains(where: $0.1) }?.0
        let isGreeting = format == .gpsd && !lines.contains { GPSDClass.report($0) == .report }
        return isGreeting && lines.contains(where: isNMEA) ? .nmea : format
    }

    private static func isOwnTracks(_ line: Substring) -> Bool {
        let parts = line.split(separator: "\t", maxSplits: 2)
        guard parts.count == 3, parts[2].first == "{" else { return false }
        return parts[0].utf8.count >= 20 && parts[0].utf8.dropFirst(10).first == UInt8(ascii: "T")
    }

    private static func isCSV(_ line: Substring) -> Bool {
        // Names have few digits and letters of JSON and XML; the test of a name costs much more than this one.
        guard let first = line.utf8.first(where: { $0 > 0x20 }), first != UInt8(ascii: "<"), first != UInt8(ascii: "{")
        else { return false }
        return CSVRow.header(Array(line.utf8).span) != nil
    }

    /// Detects a talker of two characters and a sentence name of three: `$GPGGA,`.
    private static func isNMEA(_ line: Substring) -> Bool {
        guard let dollar = line.utf8.firstIndex(of: UInt8(ascii: "$")) else { return false }
        let head = line.utf8[dollar...].dropFirst().prefix(6)
        return head.count == 6 && head.last == UInt8(ascii: ",")
            && head.dropLast().allSatisfy { (65...90).contains($0) || (48...57).contains($0) }
    }
}

/// The kind of a line of gpsd's JSON.
private enum GPSDClass {
    case report, other

    private static let reports = ["TPV", "SKY", "GST", "ATT"]
    private static let others = ["VERSION", "DEVICES", "DEVICE", "WATCH", "PPS", "TOFF", "ERROR"]

    /// Returns the kind of a line by its member `class`, which may be any of its members (gpsd_json(5)), also behind a time
    /// stamp; nil for other lines.
    static func report(_ line: Substring) -> GPSDClass? {
        guard let start = line.utf8.firstIndex(of: UInt8(ascii: "{")),
            let key = line[start...].range(ofText: "\"class\"")
        else { return nil }
        let value = line[key.upperBound...].drop { $0 == " " || $0 == "\t" }
        guard value.first == ":" else { return nil }
        let name = value.dropFirst().drop { $0 == " " || $0 == "\t" }.dropFirst().prefix { $0 != "\"" }
        if reports.contains(String(name)) { return .report }
        return others.contains(String(name)) ? .other : nil
    }
}

/// The detection of JSON formats by the keys at the beginning of a file.
private struct JSONFormatTest {
    private let text: Substring

    init(_ text: Substring) { self.text = text }

    /// The format; nil if unknown.
    var format: TrackFormat? {
        guard text.first == "{" || text.first == "[" else { return nil }
        if has(Self.google) || has(["\"locations\""]) && has(["\"deviceTag\""]) { return .google }
        // The places of a point may have a GeoJSON of their own, and the properties of GeoJSON a latitude.
        let shape = start(of: ["\"Feature", "\"coordinates\"", "\"features\"", "\"geometry\""])
        let position = start(of: ["\"lat\"", "\"latitude\"", "\"tst\"", "\"lonlat\""])
        guard let position, shape.map({ position < $0 }) ?? true else { return shape.map { _ in .geoJSON } }
        return has(Self.times) ? .pointList : nil
    }

    /// Keys that no other program's files have.
    private static let google = [
        "\"latitudeE7\"", "\"latE7\"", "\"timelineObjects\"", "\"semanticSegments\"", "\"rawSignals\"",
        "\"timelinePath\"", "\"topCandidate\"", "\"timelineMemory\"", "\"timelineEdits\"",
    ]

    private static let times = [
        "\"tst\"", "\"timestamp\"", "\"time\"", "\"recorded_at\"", "\"recordedAt\"", "\"datetime\"", "\"dateTime\"",
        "\"fixTime\"", "\"timestampMs\"", "\"timestamp_ms\"", "\"isotst\"", "\"last_updated\"", "\"date\"",
    ]

    private func has(_ keys: [String]) -> Bool { keys.contains(where: text.contains(text:)) }

    /// Returns the distance from the end of the first key that is there; nil if none is.
    private func start(of keys: [String]) -> Int? {
        keys.compactMap { text.range(ofText: $0)?.lowerBound }.min().map {
            text.utf8.distance(from: text.startIndex, to: $0)
        }
    }
}
