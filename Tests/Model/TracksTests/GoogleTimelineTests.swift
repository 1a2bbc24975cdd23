import Basics
import Location
import Testing
import Tracks

/// What Google's timeline has several times counts once.
struct GoogleTimelineTests {
    private static let path = #"""
        {"startTime":"2026-01-01T00:00:00Z","endTime":"2026-01-01T02:00:00Z","timelinePath":[
          {"point":"1.000°, 2.0°","time":"2026-01-01T00:10:00Z"},{"point":"1.001°, 2.0°","time":"2026-01-01T00:20:00Z"},
          {"point":"1.002°, 2.0°","time":"2026-01-01T01:00:00Z"}]}
        """#
    private static let activity = #"""
        {"startTime":"2026-01-01T00:09:30Z","endTime":"2026-01-01T00:45:00Z",
         "activity":{"start":{"latLng":"1.1°, 2.0°"},"end":{"latLng":"1.2°, 2.0°"}}}
        """#

    private static func signal(_ time: String, _ latitude: String = "1.0005") -> String {
        #"{"position":{"LatLng":"\#(latitude)°, 2.0°","accuracyMeters":30,"timestamp":"2026-01-01T\#(time)Z"}}"#
    }

    private func minutes(_ track: ParsedTrack) -> [Int64] {
        track.points.map { ($0.timestamp - Sample.start).components.seconds / 60 }.sorted()
    }

    @Test("raw signals and ends of movements count where there is no path, in any order", arguments: [1, 65_536])
    func paths(chunkSize: Int) {
        let signals = ["00:08:00", "00:09:10", "00:15:30", "00:20:59", "00:40:00", "01:00:30", "01:30:00"]
            .map { Self.signal($0) }.joined(separator: ",")
        let segments = [Self.activity, Self.path]
        for order in [segments, segments.reversed()] {
            let semantic = #""semanticSegments":[\#(order.joined(separator: ","))]"#
            let raw = #""rawSignals":[\#(signals)]"#
            for text in ["{\(semantic),\(raw)}", "{\(raw),\(semantic)}"] {
                let track = Sample.read(text, chunkSize: chunkSize)
                #expect(track.error == nil && minutes(track) == [8, 10, 20, 40, 45, 60, 90])
                #expect(track.skipped == [.signalOfPath: 4, .endOfPath: 1])
            }
        }
    }

    @Test("without a path, raw signals and ends of movements count, also in a truncated file")
    func withoutPath() {
        let text = #"{"rawSignals":[\#(Self.signal("00:30:00"))],"semanticSegments":[\#(Self.activity)"#
        let whole = Sample.read(text + "]}")
        #expect(minutes(whole) == [9, 30, 45] && whole.skipped.isEmpty && whole.error == nil)
        let truncated = Sample.read(text)
        #expect(minutes(truncated) == [9, 30, 45] && truncated.error != nil)
    }

    @Test("a visit within another is left out, by its level or its times")
    func visits() {
        func visit(_ start: String, _ end: String, _ latitude: Int, _ level: String) -> String {
            #"{"startTime":"2026-01-01T\#(start)Z","endTime":"2026-01-01T\#(end)Z","visit":{"hierarchyLevel":\#(level),"#
                + #""topCandidate":{"placeLocation":{"latLng":"\#(latitude).0°, 2.0°"}}}}"#
        }
        let segments = [
            visit("00:00:00", "02:00:00", 1, "0"), visit("00:30:00", "00:40:00", 2, "1"),
            visit("01:00:00", "01:10:00", 3, "\"1\""), visit("01:20:00", "02:00:00", 4, "0"),
            visit("02:00:00", "03:00:00", 5, "\"0\""),
        ]
        let track = Sample.read(#"{"semanticSegments":[\#(segments.joined(separator: ","))]}"#)
        #expect(track.points.map(\.coordinate.latitude) == [1, 1, 5, 5] && track.skipped == [.innerVisit: 3])
    }

    @Test("a visit that comes before the one around it is left out too", arguments: [false, true])
    func visitsBefore(isTruncated: Bool) {
        func visit(_ start: String, _ end: String, _ latitude: Int) -> String {
            #"{"startTime":"2026-01-01T\#(start):00Z","endTime":"2026-01-01T\#(end):00Z","visit":{"#
                + #""topCandidate":{"placeLocation":{"latLng":"\#(latitude).0°, 2.0°"}}}}"#
        }
        let segments = [
            visit("00:10", "00:20", 1), visit("00:30", "00:40", 2), Self.activity, visit("00:00", "01:00", 3),
            visit("02:00", "03:00", 4), visit("02:00", "03:00", 5), visit("02:00", "03:30", 6),
            visit("04:00", "05:00", 7),
            visit("04:30", "05:30", 8), visit("00:50", "00:55", 9),
        ]
        let end = isTruncated ? "" : "]}"
        let track = Sample.read(#"{"semanticSegments":[\#(segments.joined(separator: ","))\#(end)"#, chunkSize: 100)
        let places = track.points.map(\.coordinate.latitude).filter { $0 == $0.rounded() }
        #expect(places == [3, 3, 6, 6, 7, 7, 8, 8] && track.skipped == [.innerVisit: 5])
    }

    @Test("thousands of visits end in time, and are all there")
    func manyVisits() {
        let segments = (0..<20_000).map { index -> String in
            let start = (Sample.start + .seconds(index * 7200)).iso8601
            let end = (Sample.start + .seconds(index * 7200 + 3600)).iso8601
            return
                #"{"startTime":"\#(start)","endTime":"\#(end)","visit":{"topCandidate":{"placeLocation":{"latLng":"1°, 2°"}}}}"#
        }
        let track = Sample.read(#"{"semanticSegments":[\#(segments.joined(separator: ","))]}"#)
        #expect(track.count == 40_000 && track.skipped.isEmpty)
    }

    @Test("the visits within a visit of Takeout are left out and counted")
    func childVisits() {
        let text = #"""
            {"timelineObjects":[{"placeVisit":{
              "duration":{"startTimestamp":"2026-01-01T00:00:00Z","endTimestamp":"2026-01-01T01:00:00Z"},
              "location":{"latitudeE7":10000000,"longitudeE7":20000000},
              "childVisits":[{"location":{"latitudeE7":20000000,"longitudeE7":20000000},
                "duration":{"startTimestamp":"2026-01-01T00:10:00Z","endTimestamp":"2026-01-01T00:20:00Z"}}]}}]}
            """#
        let track = Sample.read(text)
        #expect(track.points.map(\.coordinate.latitude) == [1, 1] && track.skipped == [.innerVisit: 1])
    }

    @Test("the raw signals of Timeline Edits.json")
    func edits() throws {
        let text = #"""
            {"timelineEdits":[{"deviceId":"1","rawSignal":{"signal":{"position":{
              "point":{"latE7":-378000000,"lngE7":1449000000},"accuracyMm":13500,"altitudeMeters":50.0,"source":"WIFI",
              "timestamp":"2026-01-01T00:00:00Z","speedMetersPerSecond":1.5}},"additionalTimestamp":"2026-01-02T00:00:00Z"}},
              {"deviceId":"1","placeAggregates":{"placeAggregateInfo":[{"score":1.0,"point":{"latE7":1,"lngE7":2}}]}}]}
            """#
        let track = Sample.read(text)
        let point = try #require(track.points.first)
        #expect(track.count == 1 && track.skipped.isEmpty && point.timestamp == Sample.start)
        #expect(point.coordinate == Coordinate(latitude: -37.8, longitude: 144.9) && point.fix.speed == 1.5)
        #expect(point.fix.horizontalAccuracy?.radius == 13.5 && point.fix.ellipsoidalAltitude == 50)
    }

    @Test("more ends of movements than fit at once are all delivered")
    func many() {
        let segments = Array(repeating: Self.activity, count: 6000).joined(separator: ",")
        #expect(Sample.read(#"{"semanticSegments":[\#(segments)]}"#).count == 12_000)
    }
}
