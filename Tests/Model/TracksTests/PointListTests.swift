import Basics
import Location
import Testing
import Tracks

/// The answers of OwnTracks Recorder's and Dawarich's APIs.
struct PointListTests {
    @Test("OwnTracks Recorder's locations", arguments: [1, 65_536])
    func ownTracks(chunkSize: Int) throws {
        let text = #"""
            {"count":2,"data":[
             {"_type":"location","tid":"ab","lat":-37.8,"lon":144.9,"tst":1767225600,"acc":12,"alt":40,"vac":3,"vel":36,
              "cog":90,"topic":"owntracks/ann/phone","inregions":["home"],"_http":true},
             {"_type":"transition","lat":1,"lon":2,"tst":1767225600}],"status":200,"version":"1.0.0"}
            """#
        let track = Sample.read(text, chunkSize: chunkSize)
        #expect(track.error == nil && track.skipped == [.notTrack: 1])
        let point = try #require(track.points.first)
        let place = try Sample.coordinate(-37.8, 144.9)
        #expect(point.timestamp == Sample.start && point.coordinate == place)
        #expect(point.fix.speed == 10 && point.fix.course == 90 && point.fix.altitude == 40)
        #expect(point.fix.horizontalAccuracy?.radius == 12 && point.fix.verticalAccuracy == 3)
    }

    @Test("the samples of Arc's timeline are its points", arguments: [1, 65_536])
    func arc(chunkSize: Int) throws {
        func sample(_ second: Int, _ location: String) -> String {
            #"{"sampleId":"s","date":"2026-01-01T00:00:0\#(second)Z","movingState":"moving"\#(location)}"#
        }
        let place = #""latitude":-37.8,"longitude":144.9"#
        let location = #","location":{\#(place),"altitude":40,"horizontalAccuracy":12,"speed":-1,"course":90"#
        let samples = [
            sample(1, location + "}"), sample(5, location + #","timestamp":"2026-01-01T00:00:02Z"}"#), sample(3, ""),
        ]
        let text = #"""
            {"timelineItems":[{"itemId":"a","isVisit":true,"startDate":"2026-01-01T00:00:00Z","center":{\#(place)},
             "samples":[\#(samples.joined(separator: ","))],"place":{"center":{\#(place)},"location":{\#(place)}}},
             {"itemId":"b","samples":[],"endDate":"2026-01-01T00:00:00Z"}]}
            """#
        let track = Sample.read(text, chunkSize: chunkSize)
        #expect(track.error == nil && track.skipped == [.noPosition: 1])
        #expect(track.points.map(\.timestamp) == [1, 2].map { Sample.start + .seconds($0) })
        let point = try #require(track.points.first)
        #expect(point.fix.altitude == 40 && point.fix.horizontalAccuracy?.radius == 12)
        #expect(point.fix.speed == nil && point.fix.course == 90)
        #expect(Sample.read("[\(samples.joined(separator: ","))]").count == 2)
        let late = Sample.read(#"[{"time":"2026-01-01T00:00:00Z","history":[{"lat":1,"lon":2,"tst":3}],\#(place)}]"#)
        #expect(late.points.map(\.coordinate.longitude) == [144.9])
        let early = Sample.read(#"[{"history":[],\#(place),"time":"2026-01-01T00:00:00Z"}]"#)
        #expect(early.points.map(\.coordinate.longitude) == [144.9])
    }

    @Test("Dawarich's points, whose place has a GeoJSON of its own")
    func dawarich() throws {
        let text = #"""
            [{"id":1,"tracker_id":"a","altitude":40,"velocity":"10.5","vertical_accuracy":3,"accuracy":12,
              "timestamp":1767225600,"latitude":"-37.8","longitude":"144.9","course":null,
              "geodata":{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},
              "properties":{"latitude":9,"timestamp":5}}},{"id":2,"timestamp":null,"latitude":"1","longitude":"2"},{"id":3}]
            """#
        let track = Sample.read(text)
        #expect(track.error == nil && track.skipped == [.noTime: 1, .noPosition: 1])
        let point = try #require(track.points.first)
        let place = try Sample.coordinate(-37.8, 144.9)
        #expect(point.timestamp == Sample.start && point.coordinate == place)
        #expect(point.fix.speed == 10.5 && point.fix.horizontalAccuracy?.radius == 12)
    }

    @Test(
        "Dawarich's exports, which have the position as text",
        arguments: [
            "POINT (144.9 -37.8)", "POINT(144.9 -37.8)", "SRID=4326;POINT(144.9 -37.8)", " point  ( 144.9  -37.8 ) ",
            "POINT Z (144.9 -37.8 12)", "POINT ZM(144.9 -37.8 12 3)",
        ])
    func dawarichText(place: String) throws {
        let point =
            #"{"lonlat":"\#(place)","timestamp":1767225600,"altitude":40,"velocity":"10.5","accuracy":12,"#
            + #""tracker_id":"a","battery":90,"geodata":{"lonlat":"POINT (1 2)"},"raw_data":{}}"#
        for text in [
            "[\(point)]", #"{"counts":{"points":1},"settings":{"x":1},"points":[\#(point)]}"#, "\(point)\n\(point)\n",
            point.replacing(text: "{\"lonlat\"", with: "{\"id\":7,\"lonlat\""),
        ] {
            let track = Sample.read(text, chunkSize: 50)
            #expect(track.error == nil && track.skipped.isEmpty)
            let first = try #require(track.points.first)
            #expect(
                first.timestamp == Sample.start && first.coordinate == Coordinate(latitude: -37.8, longitude: 144.9))
            #expect(first.fix.speed == 10.5 && first.fix.altitude == 40 && first.fix.horizontalAccuracy?.radius == 12)
        }
        let feature =
            #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":"#
            + #"[144.9,-37.8]},"properties":\#(point)}]}"#
        #expect(Sample.read(feature).points.first?.coordinate == Coordinate(latitude: -37.8, longitude: 144.9))
    }

    @Test("a latitude and a longitude count more than a text, and a text that is no point is no position")
    func placeTexts() {
        let both = [
            #""lonlat":"POINT (1 2)","latitude":"-37.8","longitude":"144.9""#,
            #""latitude":-37.8,"longitude":144.9,"lonlat":"POINT (1 2)""#,
        ]
        for members in both {
            let track = Sample.read(#"[{"timestamp":1767225600,\#(members)}]"#)
            #expect(track.points.map(\.coordinate) == [Coordinate(latitude: -37.8, longitude: 144.9)])
        }
        for text in [
            "", "POINT EMPTY", "POINT (1)", "LINESTRING (1 2, 3 4)", "POINT (1 2", "0101000020E6", "POINT (x 2)",
            "POINT (1 95)",
        ] {
            let track = Sample.read(#"[{"lonlat":"\#(text)","timestamp":1767225600}]"#)
            #expect(track.count == 0 && track.skipped == [.badPosition: 1], "\(text)")
        }
        #expect(
            Sample.read(#"[{"lonlat":null,"timestamp":1767225600},{"lonlat":"POINT (1 2)"}]"#).skipped == [
                .noPosition: 1, .noTime: 1,
            ])
    }

    @Test("times without a zone are counted, but numbers have one")
    func zones() {
        let times = [
            #""2026-01-01T00:00:00""#, #""2026-01-01 00:00:00.5""#, #""2026-01-01T00:00:00Z""#, "1767225600",
            #""1767225600""#, #""2026-01-01T01:00:00+01:00""#,
        ]
        let points = times.map { #"{"time":\#($0),"lat":1,"lon":2}"# }
        let track = Sample.read("[\(points.joined(separator: ","))]")
        #expect(track.count == 6 && track.zoneless == 2)
        let line =
            #"{"type":"Feature","geometry":{"type":"LineString","coordinates":[[2,1],[2,1],[2,1],[2,1],[2,1],[2,1]]},"#
            + #""properties":{"coordTimes":[\#(times.joined(separator: ","))]}}"#
        #expect(Sample.read(line).count == 6 && Sample.read(line).zoneless == 2)
    }

    @Test(
        "points of other programs: an array, lines, one object, lists in objects, positions in objects",
        arguments: [
            #"{"_type":"location","lat":-37.8,"lon":144.9,"tst":1767225600,"acc":12,"vel":36,"cog":90}"#,
            #"{"_type":"lwt","tst":1}\#n{"_type":"location","lat":-37.8,"lon":144.9,"tst":1767225600,"acc":12,"vel":36,"cog":90}"#,
            #"{"state":"live","since":"2026-01-01T00:00:00.000Z","fix":{"timestamp":"2026-01-01T00:00:00.000Z","mode":"3d","#
                + #""latitude":-37.8,"longitude":144.9,"horizontalAccuracy":12,"speed":10,"course":90},"#
                + #""near":{"name":"x","distance":1},"inside":["a"]}"#,
            #"{"ann":{"phone":[{"tst":1767225600,"lat":-37.8,"lon":144.9,"acc":12,"vel":36,"cog":90}]}}"#,
            #"{"user":{"locations":[{"_type":"location","tst":1767225600,"lat":-37.8,"lon":144.9,"acc":12,"vel":36,"cog":90}]}}"#,
            #"[{"timestamp":1767225600123,"coords":{"latitude":-37.8,"longitude":144.9,"accuracy":12,"speed":10,"heading":90}}]"#,
            #"{"location":{"coords":{"latitude":-37.8,"longitude":144.9,"accuracy":12,"speed":10,"heading":90},"#
                + #""timestamp":"2026-01-01T00:00:00.000Z","battery":{"level":0.5}}}"#,
            #"[[{"entity_id":"a","state":"home","attributes":{"latitude":-37.8,"longitude":144.9,"gps_accuracy":12,"speed":10,"#
                + #""course":90},"last_changed":"2020-01-01T00:00:00+00:00","last_updated":"2026-01-01T00:00:00+00:00"}]]"#,
            #"[{"id":1,"deviceId":2,"protocol":"x","serverTime":"2026-01-01T01:00:00Z","fixTime":"2026-01-01T00:00:00Z","#
                + #""valid":true,"latitude":-37.8,"longitude":144.9,"speed":19.438444924406,"course":90,"accuracy":12,"#
                + #""attributes":{"motion":true}}]"#,
        ])
    func shapes(text: String) throws {
        let track = Sample.read(text, chunkSize: 9)
        #expect(track.error == nil && track.count == 1 && track.skipped.values.reduce(0, +) <= 1)
        let point = try #require(track.points.first)
        #expect(point.coordinate == Coordinate(latitude: -37.8, longitude: 144.9))
        #expect(abs((point.timestamp - Sample.start).components.seconds) == 0)
        #expect(abs((point.fix.speed ?? 0) - 10) < 1e-9 && point.fix.course == 90)
        #expect(point.fix.horizontalAccuracy?.radius == 12)
    }

    @Test("a report without a fix is skipped, and a point marked as not valid too")
    func without() {
        let report = #"{"state":"no-fix","since":"2026-01-01T00:00:00.000Z","sequence":1}"#
        let line = #"{"timestamp":"2026-01-01T00:00:00Z","latitude":1,"longitude":2}"#
        let track = Sample.read("\(report)\n\(line)\n\(report)\n\(line)\n")
        #expect(track.count == 2 && track.skipped == [.noPosition: 2])
        let invalid = #"[{"fixTime":"2026-01-01T00:00:00Z","latitude":1,"longitude":2,"valid":false}]"#
        #expect(Sample.read(invalid).skipped == [.noFix: 1])
    }
}
