import Basics
import Location
import PublishFormats
import Testing

struct OverlandEncoderTests {
    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test("a batch has a feature for each fix")
    func batch() throws {
        let coordinate = try #require(Coordinate(latitude: -37.81, longitude: 144.96))
        var fix = PublishedFix(timestamp: .start + .milliseconds(310), coordinate: coordinate)
        let encoder = OverlandEncoder(device: "van")
        let bare = #"{"type":"Feature","geometry":{"type":"Point","coordinates":[144.96,-37.81]},"properties":"#
        #expect(
            text(encoder.batch([fix]))
                == #"{"locations":["# + bare + #"{"timestamp":"2026-01-01T00:00:00.310Z","device_id":"van"}}]}"#)
        (fix.altitude, fix.speed, fix.course, fix.accuracy, fix.verticalAccuracy) = (31, 12, 359.97, 12.61, 0.01)
        fix.isMoving = false
        let values =
            #""altitude":31.0,"speed":12.0,"course":0.0,"horizontal_accuracy":12.7,"vertical_accuracy":0.1,"#
            + #""motion":["stationary"],"device_id":"van"}}]}"#
        #expect(text(encoder.batch([fix, fix])).hasSuffix(values))
        #expect(text(encoder.batch([])) == #"{"locations":[]}"#)
    }

    @Test(
        "only JSON with the result ok accepts a batch",
        arguments: [
            (#"{"result":"ok"}"#, true), (#" {"saved": 3, "result" : "ok"}"#, true), ("", false), ("[]", false),
            (#"{"result":"error"}"#, false), (#"{"result":true}"#, false), (#""ok""#, false), ("ok", false),
            ("<html>{\"result\":\"ok\"}</html>", false), (#"{"result":"ok""#, false),
            (#"{"result":"ok","a":""# + String(repeating: "a", count: 65_536) + #""}"#, false),
            (String(repeating: "[", count: 60_000), false),
        ])
    func acceptance(answer: String, isAccepted: Bool) {
        #expect(OverlandEncoder.isAccepted(Array(answer.utf8)) == isAccepted)
    }
}

struct TraccarEncoderTests {
    @Test("a position has all six numbers, whatever is known")
    func position() throws {
        let coordinate = try #require(Coordinate(latitude: -37.810_004_2, longitude: 144.963_293_3))
        var fix = PublishedFix(timestamp: .start, coordinate: coordinate)
        let encoder = TraccarEncoder(device: "van")
        let head =
            #"{"device_id":"van","location":{"timestamp":"2026-01-01T00:00:00.000Z","coords":{"#
            + #""latitude":-37.8100042,"longitude":144.9632933,"#
        func text() -> String { String(decoding: encoder.position(fix), as: UTF8.self) }
        #expect(text() == head + #""speed":-1.0,"heading":-1.0,"accuracy":0,"altitude":0.0}}}"#)
        (fix.speed, fix.course, fix.accuracy, fix.altitude) = (1.44, 158.5, 4.11, -3.25)
        (fix.isMoving, fix.odometer) = (true, 1234.5)
        #expect(
            text() == head + #""speed":1.44,"heading":158.5,"accuracy":4.2,"altitude":-3.3},"#
                + #""is_moving":true,"odometer":1234.5}}"#)
    }
}
