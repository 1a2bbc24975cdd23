import Basics
import Location
import Testing
import Tracks

/// GeoJSON as written by other programs.
struct GeoJSONDecoderTests {
    private let times = #"["2026-01-01T00:00:00Z","2026-01-01T00:00:01Z"]"#

    @Test("times are found before and after the positions, in every spelling")
    func spellings() throws {
        let line = #""geometry":{"coordinates":[[2,1,50],[2.5,1.5]],"type":"LineString"}"#
        let features = [
            #"{"type":"Feature",\#(line),"properties":{"name":"x","coordTimes":\#(times)}}"#,
            #"{"properties":{"times":\#(times)},\#(line),"type":"Feature"}"#,
            #"{"type":"Feature","properties":{"coordinateProperties":{"times":\#(times)}},\#(line)}"#,
            #"{"type":"Feature","properties":{"times":[1767225600000,1767225601]},\#(line)}"#,
        ]
        for feature in features {
            for text in [feature, #"{"type":"FeatureCollection","features":[\#(feature)]}"#] {
                let track = Sample.read(text, chunkSize: 5)
                #expect(
                    track.points.map(\.timestamp.milliseconds) == [0, 1000].map { Sample.start.milliseconds + $0 })
                #expect(track.points.first?.coordinate == Coordinate(latitude: 1, longitude: 2))
                #expect(track.points.map(\.fix.ellipsoidalAltitude) == [50, nil])
                #expect(track.skipped.isEmpty && track.error == nil)
            }
        }
    }

    @Test("a line of several parts has times in several parts")
    func multiLine() {
        let text = #"""
            {"type":"Feature","geometry":{"type":"MultiLineString","coordinates":[[[1,2],[3,4]],[[5,6],[7,8]]]},
             "properties":{"coordTimes":[\#(times),["2026-01-01T00:01:00Z",null]]}}
            """#
        let track = Sample.read(text)
        #expect(track.points.map(\.coordinate.longitude) == [1, 3, 5] && track.skipped == [.noTime: 1])
    }

    @Test("a list of times that is too short or too long moves no other line's")
    func unequalTimes() {
        let text = #"""
            {"type":"Feature","geometry":{"type":"MultiLineString","coordinates":[[[1,2],[3,4],[4,4]],[[5,6]],[[7,8],[9,9]]]},
             "properties":{"coordTimes":[\#(times),\#(times),\#(times)]}}
            """#
        let track = Sample.read(text)
        #expect(track.points.map(\.coordinate.longitude) == [1, 3, 5, 7, 9] && track.skipped == [.noTime: 1])
        #expect(track.points.map { ($0.timestamp - Sample.start).components.seconds } == [0, 1, 0, 0, 1])
    }

    @Test("positions and numbers may be strings")
    func strings() throws {
        let text = #"""
            {"type":"Feature","geometry":{"type":"Point","coordinates":["144.96","-37.81"]},"properties":
             {"timestamp":"1767225600","accuracy":"12","velocity":"1.85","vertical_accuracy":3,"course":0,"altitude":"100"}}
            """#
        let point = try #require(Sample.read(text).points.first)
        #expect(point.coordinate == Coordinate(latitude: -37.81, longitude: 144.96) && point.timestamp == Sample.start)
        #expect(point.fix.speed == 1.85 && point.fix.horizontalAccuracy?.radius == 12 && point.fix.altitude == 100)
        #expect(point.fix.verticalAccuracy == 3 && point.fix.course == 0)
    }

    @Test(
        "a point has the properties of other programs, with their units",
        arguments: [
            #""tst":1767225600,"isotst":"2020-01-01T00:00:00Z","vel":36,"acc":10,"alt":100,"cog":90"#,
            #""recorded_at":"2026-01-01T00:00:00Z","velocity":10,"horizontal_accuracy":10,"altitude":100,"heading":90"#,
            #""time":1767225600000,"speed":10,"hAcc":10,"ele":100,"bearing":90"#,
            #""fixTime":"2026-01-01T00:00:00.000+00:00","speed":19.438444924406,"accuracy":10,"altitude":100,"course":90"#,
        ])
    func programs(properties: String) throws {
        let text =
            #"[{"type":"Feature","properties":{\#(properties)},"geometry":{"type":"Point","coordinates":[2,1]}}]"#
        let track = Sample.read(text)
        #expect(track.error == nil && track.skipped.isEmpty)
        let point = try #require(track.points.first)
        #expect(point.timestamp == Sample.start && abs((point.fix.speed ?? 0) - 10) < 1e-9)
        #expect(point.fix.horizontalAccuracy?.radius == 10 && point.fix.altitude == 100 && point.fix.course == 90)
    }

    @Test("a single time for a line applies to none of its points")
    func oneTime() {
        let text =
            #"{"type":"Feature","geometry":{"type":"LineString","coordinates":[[1,2],[3,4]]},"#
            + #""properties":{"time":"2026-01-01T00:00:00Z"}}"#
        let track = Sample.read(text)
        #expect(track.points.isEmpty && track.skipped == [.noTime: 2])
    }

    @Test("an invalid number in a position does not shift the following ones", arguments: ["null", "true", "\"x\""])
    func noNumber(word: String) {
        let text =
            #"{"type":"Feature","geometry":{"type":"Point","coordinates":[\#(word),10,20]},"#
            + #""properties":{"time":"2026-01-01T00:00:00Z"}}"#
        let track = Sample.read(text)
        #expect(track.points.isEmpty && track.skipped == [.badPosition: 1])
    }

    @Test("a collection of geometries is read or counted")
    func geometries() {
        let point = #"{"type":"Point","coordinates":[10,20]}"#
        let head = #"{"type":"Feature","properties":{"time":"2026-01-01T00:00:00Z"},"geometry":"#
        let one = Sample.read(head + #"{"type":"GeometryCollection","geometries":[\#(point)]}}"#)
        #expect(one.points.map(\.coordinate) == [Coordinate(latitude: 20, longitude: 10)].compactMap { $0 })
        let two = Sample.read(head + #"{"type":"GeometryCollection","geometries":[\#(point),\#(point)]}}"#)
        #expect(two.points.isEmpty && two.skipped == [.noTime: 2])
    }

    @Test("a point has its properties")
    func point() throws {
        let text = #"""
            {"type":"Feature","geometry":{"type":"Point","coordinates":[144.96,-37.81]},"properties":
             {"timestamp":"2026-01-01T00:00:00Z","altitude":45,"speed":3.5,"course":90,"horizontal_accuracy":12,
              "vertical_accuracy":4,"device":"caf\u00e9 \ud83d\ude00 \ud800","motion":["driving"],"wifi":null}}
            """#
        let track = Sample.read(text)
        let fix = try #require(track.points.first).fix
        #expect(fix.altitude == 45 && fix.speed == 3.5 && fix.course == 90 && fix.verticalAccuracy == 4)
        #expect(fix.horizontalAccuracy?.radius == 12 && fix.mode == .threeDimensional)
        #expect(fix.device == "café 😀 \u{FFFD}" || fix.device == "café 😀 ")
    }

    @Test("areas, lines without times and invalid positions are counted")
    func skipped() {
        let text = #"""
            {"type":"FeatureCollection","bbox":[0,0,1,1],"features":[
             {"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]},"properties":{"time":"2026-01-01T00:00:00Z"}},
             {"type":"Feature","geometry":{"type":"LineString","coordinates":[[0,0],[1,0]]},"properties":null},
             {"type":"Feature","geometry":null,"properties":{}},
             {"type":"Feature","geometry":{"type":"Point","coordinates":[200,0]},"properties":{"time":"2026-01-01T00:00:00Z"}},
             {"type":"Feature","geometry":{"type":"Point","coordinates":["1",null]},"properties":{"time":"2026-01-01T00:00:00Z"}},
             {"type":"Feature","geometry":{"type":"Point","coordinates":[1,0]},"properties":{"time":true}},
             {"type":"Feature","geometry":{"type":"Point","coordinates":[1,0]},"properties":{"time":"noon"}}]}
            """#
        let track = Sample.read(text)
        #expect(track.count == 0 && track.error == nil)
        #expect(track.skipped == [.notTrack: 4, .noTime: 2, .badPosition: 2, .badTime: 2])
        #expect(track.issues.map(\.line) == [2, 2, 2, 2, 3, 3, 5, 6, 7, 8])
    }

    @Test("a broken document keeps the features before the error and reports its position")
    func broken() {
        let feature = #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"time":1}}"#
        let head = #"{"type":"FeatureCollection","features":["# + "\n" + feature + ",\n"
        let cases: [(String, String)] = [
            (#"{"type":"Fea"#, "the document ends before it is complete"),
            ("]}", "not JSON: unexpected ']'"),
            ("{]", "not JSON: unexpected ']'"), ("1.2.3]}", "not JSON: invalid number"),
            ("nil]}", "not JSON: invalid word"), (#"{"a" 1}"#, "not JSON: unexpected '1'"),
            (#"{"a":"\x"}"#, "not JSON: an unknown escape in a string"),
            ("\u{1}", "not JSON: unexpected byte 1"),
            (String(repeating: "[", count: 40), "JSON nested deeper than 32 levels"),
        ]
        for (rest, reason) in cases {
            let track = Sample.read(head + rest)
            #expect(track.count == 1)
            #expect(track.error == TrackError(line: 3, reason))
        }
    }

    @Test("a sequence of texts is read to its end")
    func sequence() {
        let feature = #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"time":1}}"#
        #expect(Sample.read("\u{1E}" + feature + "\n\u{1E}" + feature + "\n").count == 2)
    }

    @Test("positions above the buffer's limit are counted")
    func tooMany() {
        let positions = Array(repeating: "[1,2]", count: 200_001).joined(separator: ",")
        let text = #"{"type":"Feature","geometry":{"type":"LineString","coordinates":[\#(positions)]}}"#
        #expect(Sample.read(text).skipped == [.noTime: 200_000, .beyondLine: 1])
    }
}
