import Basics
import Location
import Testing

@testable import GPSD

/// Servers that resemble gpsd, and write its reports in their own way.
struct OtherServerTests {
    private static let plain =
        #"{"class":"TPV","device":"/dev/a","mode":3,"time":"2026-03-01T10:00:00.000Z","lat":52.1,"lon":13.2,"speed":1.5}"#

    /// Returns the events of a text, its end included.
    private func events(_ text: String) -> [ReceiverEvent] {
        var reader = LineReader()
        var events: [ReceiverEvent] = []
        _ = unsafe Array(text.utf8).withUnsafeBytes { unsafe reader.read($0, at: .zero, into: &events) }
        reader.finish(at: .zero, into: &events)
        return events
    }

    private func fixes(_ text: String) -> [Fix] {
        events(text).compactMap { if case .fix(let fix) = $0 { fix } else { nil } }
    }

    private func unread(_ text: String) -> [String] {
        events(text).compactMap { if case .unread(let name) = $0 { name } else { nil } }
    }

    @Test(
        "a report is the same in any form",
        arguments: [
            #"{"class": "TPV", "device": "/dev/a", "mode": 3, "time": "2026-03-01T10:00:00.000Z", "lat": 52.1, "lon": 13.2,"#
                + #" "speed": 1.5}"#,
            #"{ "class" : "TPV" , "device":"/dev/a","mode":3,"time":"2026-03-01T10:00:00.000Z","lat":52.1 ,"lon":13.2,"#
                + #""speed":1.5 }"#,
            #"{"device":"/dev/a","lat":52.1,"lon":13.2,"mode":3,"speed":1.5,"time":"2026-03-01T10:00:00Z","class":"TPV"}"#,
            #"{"class":"TPV","device":"/dev/a","mode":3,"time":"2026-03-01T10:00:00.000Z","lat":52.1,"lon":13.2,"speed":1.5,}"#,
            #"{"class":"TPV","device":"/dev/a","mode":"3","time":"2026-03-01T10:00:00Z","lat":"52.1","lon":"13.2","#
                + #""speed":"1.5"}"#,
            #"{"class":"TPV","device":"/dev/a","mode":3,"time":1772359200,"lat":52.1,"lon":13.2,"speed":1.5}"#,
            #"{"class":"TPV","device":"/dev/a","mode":3,"time":"2026-03-01T10:00:00+00:00","lat":52.1,"lon":13.2,"speed":1.5,"#
                + #""eph":NaN,"x":[1,{"class":"y"}]}"#,
            #"{"class":"TPV","eph":nan,"device":"/dev/a","mode":3,"time":"2026-03-01T10:00:00.000Z","lat":52.1,"lon":13.2,"#
                + #""speed":1.5,"epv":Infinity}"#,
            #"2026-03-01 11:00:00: {"mode":3,"class":"TPV","device":"/dev/a","time":"2026-03-01T10:00:00.000Z","lat":+52.10,"#
                + #""lon":13.2,"speed":1.5}"#,
            #"{"class":"TPV","device":"/dev/a","mode":3,"time":"2026-03-01T10:00:00.000Z", "lat":52.1, "lon":13.2, "speed":1.5}"#,
            #"{"class":"TPV","device":"/dev/a","mode":3,"time":"2026-03-01T10:00:00.000Z","lat":52.1,"lon":13.2,"#
                + #""x":{"y":1},"speed":1.5}"#,
            #"{"class":"TPV","device":"\/dev\/a","mode":3,"time":"2026-03-01T10:00:00.000Z","lat":52.1,"lon":13.2,"#
                + #""speed":1.5}"#,
        ])
    func anyForm(line: String) throws {
        let expected = fixes(Self.plain + "\n")
        #expect(expected.count == 1 && expected.first?.coordinate == Coordinate(latitude: 52.1, longitude: 13.2))
        for end in ["\n", "\r\n", "\r", ""] { #expect(fixes(line + end) == expected) }
        #expect(unread(line + "\n") == [])
    }

    @Test(
        "a report without a time has that of the stamp before it, in any form",
        arguments: [
            "2026-03-01 10:00:00: ", "2026-03-01 10:00:00.000123: ", "Sun Mar  1 10:00:00 2026: ",
            "1772359200.000123: ",
            "2026-03-01T11:00:00+01:00 ", "2026-03-01 11:00:00 1772359200.000123: ", "[1772359200] ",
        ])
    func stamped(stamp: String) throws {
        let time = Timestamp(milliseconds: 1_772_359_200_000)
        for line in [
            #"{"class":"TPV","device":"/dev/a","mode":3,"lat":52.1,"lon":13.2}"#,
            #"{ "mode": 3, "class": "TPV", "lat": 52.1, "lon": 13.2 }"#,
        ] {
            for end in ["\n", "\r\n", ""] {
                let fix = try #require(fixes(stamp + line + end).first)
                #expect(fix.timestamp == time && fix.timeSource == .reception)
            }
        }
        let own = try #require(fixes(stamp + Self.plain.replacing(text: "10:00:00", with: "09:00:00") + "\n").first)
        #expect(own.timestamp == time + .seconds(-3600) && own.timeSource == .receiver)
        #expect(fixes(#"{"class":"TPV","mode":3,"lat":52.1,"lon":13.2}"# + "\n").map(\.timestamp) == [nil])
    }

    @Test("several objects on a line, and one after a line that was cut, are read")
    func glued() {
        let second = Self.plain.replacing(text: "10:00:00", with: "10:00:01")
        #expect(fixes(Self.plain + second + "\n").count == 2)
        #expect(fixes("[\(Self.plain), \(second)]\n").count == 2)
        let cut = Self.plain.prefix(60)
        #expect(fixes(cut + second + "\n").count == 1)
        #expect(unread(cut + second + "\n") == ["a damaged TPV"])
    }

    @Test(
        "the sky is read in any form, with its satellites",
        arguments: [
            #"{ "satellites": [ {"used": true, "PRN": 7, "ss": 40}, {"PRN": 9, "used": false} ], "hdop": "1.2", "class": "SKY" }"#,
            #"{"class":"SKY","hdop":1.2,"satellites": [{"PRN":7,"ss":40,"used":true},{"PRN":9,"used":false}]}"#,
            #"{"class":"SKY","hdop":1.2,"satellites":[ {"PRN":7,"ss":40,"used":true},{"PRN":9,"used":false}]}"#,
            #"{"class":"SKY","hdop":"1.2","satellites":[{"PRN":7,"ss":40,"used":true},{"PRN":9,"used":false}]}"#,
        ])
    func sky(line: String) {
        guard case .satellites(let sky, _) = events(line + "\n").first else {
            Issue.record("no sky")
            return
        }
        #expect(sky.used == 1 && sky.visible == 2 && sky.hdop == 1.2 && sky.inView.map(\.number) == [7, 9])
    }

    @Test("before gpsd 3.20, alt without another altitude is above sea level; later it may be the other one")
    func altitude() {
        func altitude(_ members: String) -> Double? {
            fixes(#"{"class":"TPV","mode":3,"lat":1.5,"lon":2.5,\#(members)}"# + "\n").first?.altitude
        }
        #expect(altitude(#""alt":431.2"#) == 431.2)
        #expect(altitude(#""altHAE":480.0,"alt":480.0"#) == nil)
        #expect(altitude(#""altMSL":431.0,"alt":480.0"#) == 431.0)
        #expect(altitude(#" "alt": 431.2"#) == 431.2)
        #expect(fixes(#"{"class":"TPV","mode":2,"lat":1.5,"lon":2.5,"alt":431.2}"# + "\n").first?.altitude == nil)
    }

    @Test(
        "what cannot be read is named, without a position and without a password",
        arguments: [
            (#"{"class":"TPV","device":"/dev/a","mode":3,"lat":52.1,"lo"#, "a damaged TPV"),
            (#"{"class":"SKY","satellites":[{"PRN":1,"el"#, "a damaged SKY"), ("{}", "an object without a class"),
            (#"{"class":"POS","lat":52.1}"#, "an object of the class POS"), ("$GPRMC,1,2", "NMEA 0183"),
            ("hello", "text that is not JSON"),
            (#"{"class":"TPV","mode":3,"lat":"north","lon":1.5}"#, "a TPV with an unreadable lat"),
            (#"{"class":"TPV","mode":3,"time":"today","lat":[1],"lon":1.5}"#, "a TPV with an unreadable time"),
            (
                #"{"class":"ERROR","message":"cannot open ntrip://joe:s3cret@c.example/M"}"#,
                "an error of gpsd: cannot open ntrip://c.example/M"
            ),
        ])
    func named(line: String, name: String) {
        #expect(unread(line + "\n") == [name])
    }

    @Test("a decimal comma, as of a program in another language, makes no position", arguments: ["", #","x":1"#])
    func decimalComma(more: String) {
        for places in [#""lat":52,10001,"lon":13,25"#, #""lat":52.1,"lon":13,25"#, #""lat":52,10001,"lon":13.25"#] {
            let line =
                #"{"class":"TPV","device":"/dev/a","time":"2026-03-01T10:00:00.000Z","mode":3,\#(places)\#(more)}"#
            #expect(fixes(line + "\n").allSatisfy { $0.coordinate == nil } && unread(line + "\n") == ["a damaged TPV"])
        }
    }

    @Test(
        "reports of gpsd that are not needed are no fault",
        arguments: ["GST", "PPS", "RTCM3", "AIS", "ATT", "IMU"])
    func unused(name: String) {
        #expect(unread(#"{"class":"\#(name)","x":1}"# + "\n" + #"{ "class": "\#(name)", "x": 1 }"# + "\n") == [])
    }

    @Test("hostile lines cost linear time, and end")
    func hostile() {
        let parts = ["{", "[", "{\"class\":", "\"", "\\", "{\"class\":\"TPV\",", "}{", "{ "]
        for part in parts {
            let line = String(repeating: part, count: LineFramer.maxLineLength / part.utf8.count)
            #expect(fixes(line + "\n").isEmpty)
            #expect(events(line + "\n").count < 10_300)
        }
    }
}
