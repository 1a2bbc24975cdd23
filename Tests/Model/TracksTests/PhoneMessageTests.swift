import Basics
import Location
import Testing
import Tracks

/// The messages of phones become points of their device.
struct PhoneMessageTests {
    private func decode(_ text: String, as message: PhoneMessage) -> ParsedTrack {
        message.decode(Array(text.utf8), device: "ann-phone")
    }

    @Test("a position of OwnTracks has its time, accuracy and speed in metres per second")
    func ownTracks() throws {
        let track = decode(
            #"{"_type":"location","lat":-37.8100042,"lon":144.9632933,"tst":1790000000,"acc":4,"alt":31,"vel":36,"tid":"va"}"#,
            as: .ownTracks)
        let point = try #require(track.points.first)
        #expect(track.points.count == 1 && point.fix.device == "ann-phone")
        #expect(point.timestamp == Timestamp(milliseconds: 1_790_000_000_000))
        #expect(point.coordinate == Coordinate(latitude: -37.8100042, longitude: 144.9632933))
        #expect(point.fix.speed == 10 && point.fix.horizontalAccuracy?.radius == 4 && point.fix.altitude == 31)
    }

    @Test("other messages of OwnTracks have no point, and are no error")
    func otherMessages() {
        let track = decode(#"{"_type":"lwt","tst":1790000301}"#, as: .ownTracks)
        #expect(track.points.isEmpty && track.error == nil && track.skipped == [.notTrack: 1])
    }

    @Test("a batch of Overland has a point for each location, of the device of the token")
    func overland() {
        let feature = { (second: Int) in
            """
            {"type":"Feature","geometry":{"type":"Point","coordinates":[144.96,-37.81]},"properties":{"timestamp":\
            "2026-11-22T10:52:0\(second).310Z","horizontal_accuracy":12.7,"speed":-1,"device_id":"van","device":"x",\
            "motion":["driving"],"battery_level":0.5}}
            """
        }
        let track = decode(
            #"{"locations":[\#(feature(1)),\#(feature(2))],"current":\#(feature(3)),"trip":{"distance":3}}"#,
            as: .overland)
        #expect(track.error == nil && track.points.map(\.fix.device) == ["ann-phone", "ann-phone"])
        #expect(track.points.map(\.fix.speed) == [nil, nil])
        #expect(track.points.first?.timestamp == Timestamp(iso8601: "2026-11-22T10:52:01.310Z"))
    }

    @Test(
        "what is no JSON object is an error",
        arguments: ["", "x", "[", "{", "7", "\u{0}", #"{"_type":"location""#, "\"text\"", "[1]"])
    func noObject(text: String) {
        #expect(decode(text, as: .ownTracks).error != nil)
        #expect(decode(text, as: .overland).error != nil)
    }
}
