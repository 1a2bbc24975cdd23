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
}
