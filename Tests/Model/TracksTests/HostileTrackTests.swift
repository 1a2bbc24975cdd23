import Basics
import Location
import Testing
import Tracks

/// Randomly mutated files: none ends the program or yields invalid points.
struct HostileTrackTests {
    private static func sources() throws -> [[UInt8]] {
        let points = try Sample.drive(points: 40)
        let record =
            "2026-01-01T00:00:09Z\t*                 \t"
            + #"{"_type":"location","lat":-37.81,"lon":144.96,"tst":1767225600,"acc":12,"vel":36}"# + "\n"
        let encoders: [any TrackEncoder] = [
            GPXEncoder(), GeoJSONEncoder(), CSVEncoder(), NMEAEncoder(), KMLEncoder(),
        ]
        return encoders.map { Sample.export(points, to: $0) } + [Array(String(repeating: record, count: 40).utf8)]
            + foreign.map { Array($0.utf8) }
    }

    /// Files of other programs, of which each line is repeated.
    private static var foreign: [String] {
        let trackpoint =
            "<Trackpoint><Time>2026-01-01T00:00:00Z</Time><Position><LatitudeDegrees>1</LatitudeDegrees>"
            + "<LongitudeDegrees>2</LongitudeDegrees></Position><AltitudeMeters>3</AltitudeMeters></Trackpoint>"
        let location =
            #"{"latitudeE7":-378000000,"longitudeE7":1449000000,"accuracy":5,"deviceTag":1,"#
            + #""timestamp":"2026-01-01T00:00:00Z"}"#
        let segment =
            #"{"startTime":"2026-01-01T00:00:00Z","endTime":"2026-01-01T02:00:00Z","timelinePath":["#
            + #"{"point":"geo:1,2","durationMinutesOffsetFromStartTime":"2"}],"visit":{"topCandidate":{"placeLocation":"#
            + #"{"latLng":"1.5°, 2.5°"}}}}"#
        let point = #"{"_type":"location","lat":1,"lon":2,"tst":1767225600,"vel":5}"#
        return [
            "<TrainingCenterDatabase>" + String(repeating: trackpoint, count: 20) + "</TrainingCenterDatabase>",
            "{\"locations\":[" + Array(repeating: location, count: 20).joined(separator: ",") + "]}",
            "[" + Array(repeating: segment, count: 20).joined(separator: ",") + "]",
            "{\"data\":[" + Array(repeating: point, count: 20).joined(separator: ",") + "]}",
            "date;time;lat;n/s;lon;speed_kmh\n" + String(repeating: "2026-01-01;0:00:00;1,5;S;E2;3\n", count: 20),
        ]
    }

    /// Characters with a meaning in some format, and bytes that are not valid text.
    private static let spice = Array("<>&\"'{}[],:;*$\t\r\n-+.eE0 9".utf8) + [0, 0x1E, 0x80, 0xC3, 0xFF]

    private func mutate(_ bytes: [UInt8], _ generator: inout some RandomNumberGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...8, using: &generator) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            let end = min(bytes.count, place + Int.random(in: 1...60, using: &generator))
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: bytes[place] = .random(in: 0...255, using: &generator)
            case 1: bytes[place] = Self.spice.randomElement(using: &generator) ?? 0
            case 2: bytes.removeSubrange(place..<end)
            case 3: bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0..<bytes.count, using: &generator))
            case 4: bytes.removeLast(bytes.count - place)
            default: bytes.insert(contentsOf: repeatElement(UInt8(ascii: "9"), count: 30), at: place)
            }
        }
        return bytes
    }

    @Test("mutated files of each format are read to the end", arguments: 0..<11)
    func mutated(source: Int) throws {
        var generator = SystemRandomNumberGenerator()
        let bytes = try Self.sources()[source]
        let calendar = Timestamp(milliseconds: 0)..<Timestamp(milliseconds: 253_402_300_800_000)
        for _ in 0..<300 {
            let track = Sample.read(mutate(bytes, &generator), chunkSize: Int.random(in: 1...5000, using: &generator))
            #expect(track.points.count == track.count)
            for point in track.points {
                #expect(calendar.contains(point.timestamp))
                #expect(point.fix.speed.map { $0 >= 0 && $0.isFinite } != false)
                #expect(point.fix.course.map { (0..<360).contains($0) } != false)
                #expect(point.fix.altitude?.isFinite != false && point.fix.device.unicodeScalars.count <= 128)
            }
        }
    }

    @Test("points from mutated files can be encoded in every format, and counted")
    func written() throws {
        var generator = SystemRandomNumberGenerator()
        for bytes in try Self.sources() {
            let points = (0..<40).flatMap { _ in Sample.read(mutate(bytes, &generator)).points }
            let encoders: [any TrackEncoder] = [
                GPXEncoder(), GeoJSONEncoder(), CSVEncoder(), NMEAEncoder(), KMLEncoder(), JSONLinesEncoder(),
                TextEncoder { $0.iso8601 },
            ]
            for encoder in encoders { #expect(!Sample.export(points, to: encoder, tolerance: 5).isEmpty) }
            let statistics = TrackStatistics(points)
            #expect(statistics.finish().points == points.count)
        }
    }

    @Test("a million issues are counted, and twenty of them stored")
    func manyProblems() {
        var track = ParsedTrack()
        for line in 1...1_000_000 { track.skip(.unreadable, line: line) }
        #expect(track.skipped == [.unreadable: 1_000_000] && track.issues.count == 20)
    }
}
