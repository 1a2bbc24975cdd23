import Basics
import FleetProtocol
import HistoryEncoding
import Location
import Simulator
import Testing

struct UploadBodyTests {
    private static let van = DeviceName("van")

    private func decode(_ bytes: [UInt8]) throws -> UploadedItems {
        try UploadBody.decode(bytes, device: try #require(Self.van))
    }

    private func decode(_ text: String) throws -> UploadedItems { try decode(Array(text.utf8)) }

    @Test("a segment and lines yield equal points, of the device's name")
    func precision() throws {
        var samples = SamplePoints(seed: 1)
        let points = samples.points(500)
        let segment = UploadBody.encode(points)
        let lines = UploadBody.encode(points.reversed())
        #expect(segment.first == Segment.version && lines.first == UInt8(ascii: "{"))
        let decoded = try decode(segment).points
        #expect(decoded == (try decode(lines).points.reversed()))
        #expect(decoded.map(\.timestamp) == points.map(\.timestamp))
        #expect(decoded.allSatisfy { $0.fix.device == "van" })
        #expect(try decode(UploadBody.encode(decoded)).points == decoded)
    }

    @Test("points out of order are lines, in their order")
    func order() throws {
        var samples = SamplePoints(seed: 2)
        let points = Array(samples.points(3).reversed())
        let body = UploadBody.encode(points)
        #expect(UploadBody.mediaType(of: body) == UploadBody.linesType)
        #expect(try decode(body).points.map(\.timestamp) == points.map(\.timestamp))
    }

    @Test("points that are not nominal are lines with their level, and a segment with levels is read too")
    func levels() throws {
        var samples = SamplePoints(seed: 12)
        let points = try samples.points(9).enumerated().map { index, point in
            try #require(
                TrackPoint(
                    point.fix, motion: point.motion, satellitesUsed: point.satellitesUsed,
                    integrity: Integrity.Level.allCases[index / 3]))
        }
        let body = UploadBody.encode(points)
        #expect(UploadBody.mediaType(of: body) == UploadBody.linesType)
        let decoded = try decode(body).points
        #expect(decoded.map(\.integrity) == points.map(\.integrity))
        let segment = try Segment.encode(decoded)
        #expect(UploadBody.mediaType(of: segment) == UploadBody.segmentType)
        #expect(try decode(segment).points == decoded)
        let lines = String(decoding: body, as: UTF8.self).split(separator: "\n")
        #expect(lines.map { $0.contains("\"integrity\":") } == points.map { $0.integrity != .nominal })
        #expect(throws: UploadBodyError.self) {
            try decode(
                #"{"timestamp":"2026-01-01T00:00:00Z","mode":"3d","latitude":1,"longitude":2,"integrity":"odd"}"#)
        }
    }

    @Test("the media type follows from the first byte")
    func mediaType() {
        var samples = SamplePoints(seed: 3)
        let points = samples.points(2)
        #expect(UploadBody.mediaType(of: UploadBody.encode(points)) == UploadBody.segmentType)
        #expect(UploadBody.mediaType(of: UploadBody.encode(points.reversed())) == UploadBody.linesType)
        #expect(UploadBody.encode([points[0]]).count < 130)
    }

    @Test("lines have points and events, with and without a line end, and blank ones")
    func mixed() throws {
        let moment = Timestamp(milliseconds: 1_767_225_600_000)
        let event = PlaceEvent(
            .enter, place: "Depot \"North\"", moment: moment, since: moment + .seconds(-5),
            coordinate: Coordinate(latitude: -37.81, longitude: 144.96), horizontalAccuracy: 5.5)
        var samples = SamplePoints(seed: 4)
        let point = samples.points(2)
        let lines = UploadBody.encode([point[1], point[0]]).dropLast()
        let body = UploadBody.encode(event) + Array("\r\n \n".utf8) + lines
        let content = try decode(body)
        #expect(content.events == [event])
        #expect(content.points.map(\.timestamp) == point.map(\.timestamp).reversed())
    }

    @Test("a line as others write it: only the time, the mode and the position are required")
    func foreignLine() throws {
        let text =
            #"{"source":"receiver","device":"event","timestamp":"2026-11-23T10:00:00Z","mode":"2d","#
            + #""latitude":-37.81,"longitude":144.96,"speed":1.234,"more":{"a":[1]},"motion":"moving"}"#
        let point = try #require(try decode(text).points.first)
        #expect(point.timestamp.iso8601 == "2026-11-23T10:00:00.000Z" && point.motion == .moving)
        #expect(point.fix.speed == 1.23 && point.fix.device == "van" && point.fix.altitude == nil)
    }

    @Test("values that no device can have are unknown, in a segment and in lines")
    func implausible() throws {
        var samples = SamplePoints(seed: 5)
        let points = samples.points(2).compactMap { point in
            var fix = point.fix
            fix.altitude = 1e9
            fix.speed = 1e9
            fix.climb = -1e8
            fix.verticalAccuracy = 1e12
            return TrackPoint(fix, satellitesUsed: 5000)
        }
        for body in [UploadBody.encode(points), UploadBody.encode(points.reversed())] {
            let point = try #require(try decode(body).points.first)
            #expect(point.fix.altitude == nil && point.fix.speed == nil && point.fix.climb == nil)
            #expect(point.fix.verticalAccuracy == nil && point.satellitesUsed == nil)
            #expect(point.fix.coordinate != nil)
        }
    }

    @Test("more than ten thousand points are refused before they are decoded")
    func tooMany() throws {
        let samples = try #require(TrackPoint(Self.plain(at: 0)))
        let segment = try Segment.encode([TrackPoint](repeating: samples, count: UploadBody.maxPointCount + 1))
        #expect(throws: UploadBodyError.segment(.tooManyPoints(10_001))) { try decode(segment) }
        #expect("\(UploadBodyError.segment(.tooManyPoints(10_001)))" == "10001 fixes in a body, the maximum is 10000")
        let full = try Segment.encode([TrackPoint](repeating: samples, count: UploadBody.maxPointCount))
        #expect(try decode(full).points.count == UploadBody.maxPointCount)
    }

    @Test("a time that cannot be stored is refused", arguments: [-1, 253_402_300_800_000, Int64.min, Int64.max])
    func times(milliseconds: Int64) throws {
        let points = try [0, 0].map { try #require(TrackPoint(Self.plain(at: milliseconds + $0))) }
        let segment = try Segment.encode(points)
        #expect(throws: UploadBodyError.self) { try decode(segment) }
    }

    @Test(
        "a bad line is refused with its number",
        arguments: [
            ("{", "line 2: report: invalid JSON"), ("[]", "line 2: report: not an object"),
            ("{}", "line 2: mode: missing"),
            (#"{"mode":"3d"}"#, "line 2: timestamp: missing"),
            (#"{"mode":"3d","timestamp":"2026-01-01T00:00:00Z"}"#, "line 2: latitude: missing"),
            (
                #"{"mode":"3d","timestamp":"1969-12-31T23:59:59Z","latitude":1,"longitude":1}"#,
                "line 2: timestamp: unknown value"
            ),
            (
                #"{"mode":"3d","timestamp":"2026-01-01T00:00:00Z","latitude":91,"longitude":1}"#,
                "line 2: latitude: 91.0"
            ),
            (#"{"event":"explode","place":"x"}"#, "line 2: moment: missing"),
            (
                #"{"event":"enter","place":"x","moment":"1900-01-01T00:00:00Z","since":"2026-01-01T00:00:00Z"}"#,
                "line 2: moment"
            ),
        ])
    func badLines(line: String, message: String) throws {
        let good = #"{"mode":"3d","timestamp":"2026-01-01T00:00:00Z","latitude":1,"longitude":1}"#
        do {
            _ = try decode(good + "\n" + line)
            Issue.record("accepted")
        } catch let error as UploadBodyError {
            #expect("\(error)".hasPrefix(message), "\(error)")
        }
    }

    @Test("a body without content, and one that is too long, are refused")
    func sizes() throws {
        for text in ["", "\n", " \r\n \n"] { #expect(throws: UploadBodyError.empty) { try decode(text) } }
        let long = [UInt8](repeating: 0x20, count: UploadBody.maxByteCount + 1)
        #expect(throws: UploadBodyError.tooLong(long.count)) { try decode(long) }
    }

    @Test("the name of a place is cut and without control characters")
    func placeNames() throws {
        let name = "A\\u001b[2J" + String(repeating: "x", count: 1000)
        let text =
            #"{"event":"enter","place":"\#(name)","moment":"2026-01-01T00:00:00Z","since":"2026-01-01T00:00:00Z"}"#
        let event = try #require(try decode(text).events.first)
        #expect(event.place.hasPrefix("A\u{FFFD}[2J") && event.place.unicodeScalars.count == 256)
    }

    static func plain(at time: Int64) -> Fix {
        var fix = Fix(device: "", mode: .threeDimensional)
        fix.timestamp = Timestamp(milliseconds: time)
        fix.coordinate = Coordinate(latitude: 1, longitude: 2)
        return fix
    }
}
