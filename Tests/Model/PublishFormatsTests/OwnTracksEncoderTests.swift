import Basics
import Location
import Testing

@testable import PublishFormats

struct OwnTracksEncoderTests {
    private let encoder = OwnTracksEncoder(tid: "va", device: "van")

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    private func fix() throws -> PublishedFix {
        let coordinate = try #require(Coordinate(latitude: -37.810_004_2, longitude: 144.963_293_3))
        var fix = PublishedFix(timestamp: Timestamp(milliseconds: 1_790_000_000_999), coordinate: coordinate)
        (fix.accuracy, fix.altitude, fix.verticalAccuracy) = (3.2, 31.4, 6.1)
        (fix.speed, fix.course) = (1.44, 157.7)
        return fix
    }

    @Test("a location is what OwnTracks Recorder accepted")
    func location() throws {
        let expected =
            #"{"_type":"location","lat":-37.8100042,"lon":144.9632933,"tst":1790000000,"acc":4,"alt":31,"vac":7,"#
            + #""vel":5,"cog":158,"tid":"va"}"#
        #expect(text(encoder.location(try fix())) == expected)
    }

    @Test("the time of sending is written from ten seconds on")
    func created() throws {
        let fix = try fix()
        let (soon, late) = (fix.timestamp + .seconds(10), fix.timestamp + .milliseconds(10_001))
        #expect(!text(encoder.location(fix, sent: soon)).contains("created_at"))
        #expect(text(encoder.location(fix, sent: late)).hasSuffix(#""created_at":1790000011}"#))
    }

    @Test("unknown values are absent, radii at least 1, a course below 360, regions listed")
    func limits() throws {
        var fix = try PublishedFix(
            timestamp: Timestamp(milliseconds: -1), coordinate: #require(Coordinate(latitude: 0, longitude: -180)))
        #expect(
            text(OwnTracksEncoder(tid: nil, device: "boat").location(fix))
                == #"{"_type":"location","lat":0.0,"lon":-180.0,"tst":-1,"tid":"at"}"#)
        (fix.accuracy, fix.course, fix.inside) = (0.01, 359.6, ["My \"home\"", "Quai"])
        let message = text(encoder.location(fix))
        #expect(message.contains(#""acc":1,"cog":0,"tid":"va","inregions":["My \"home\"","Quai"]}"#))
        (fix.accuracy, fix.verticalAccuracy, fix.speed) = (.infinity, .nan, .nan)
        #expect(!text(encoder.location(fix)).contains("ac\":"))
    }

    @Test("transitions and the last will are what OwnTracks Recorder accepted")
    func transition() throws {
        let transition = PublishedTransition(
            isEntering: false, place: "Home", placeCreated: Timestamp(milliseconds: 1_780_000_000_000),
            moment: Timestamp(milliseconds: 1_790_000_311_500),
            coordinate: Coordinate(latitude: -37.83, longitude: 144.98), accuracy: 4.2)
        #expect(
            text(encoder.transition(transition))
                == #"{"_type":"transition","wtst":1780000000,"tst":1790000311,"acc":5,"event":"leave","desc":"Home","#
                + #""lat":-37.83,"lon":144.98,"tid":"va","t":"c"}"#)
        #expect(
            text(encoder.lastWill(Timestamp(milliseconds: 1_790_000_301_000))) == #"{"_type":"lwt","tst":1790000301}"#)
    }
}
