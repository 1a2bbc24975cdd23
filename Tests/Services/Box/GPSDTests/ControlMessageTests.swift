import Testing

@testable import GPSD

struct ControlMessageTests {
    @Test(
        "parses gpsd's messages about itself and its devices",
        arguments: [
            (#"{"class":"VERSION","release":"3.22","proto_major":3}"#, ControlMessage.version("3.22")),
            (#"{"class":"DEVICES","devices":[]}"#, .devices([])),
            (
                #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/a","activated":"2026-01-01T00:00:00Z"},"#
                    + #"{"class":"DEVICE","path":"/dev/b","activated":0},{"path":"/dev/c"}]}"#,
                .devices(["/dev/a", "/dev/c"])
            ),
            (#"{"class":"DEVICE","path":"/dev/a","activated":0}"#, .device(path: "/dev/a", present: false)),
            (#"{"class":"DEVICE","path":"/dev/a","activated":0.0}"#, .device(path: "/dev/a", present: false)),
            (
                #"{"class":"DEVICE","path":"/dev/a","activated":"2026-01-01T00:00:00.000Z","driver":"u-blox"}"#,
                .device(path: "/dev/a", present: true)
            ),
            (#"{"class":"WATCH","enable":true,"json":true,"nmea":false}"#, .watch(enabled: true)),
            (#"{"class":"WATCH","enable":true,"json":false}"#, .watch(enabled: false)),
            (#"{"class":"WATCH","enable":1,"raw":"x"}"#, .watch(enabled: true)),
            (#"{"class":"VERSION","release":3.2}"#, .version("unknown")),
            (
                #"{"class":"DEVICES","devices":[{"path":"ntrip://c.example/M"},{"path":"/dev/pps0"},{"path":"/dev/ptp1"},"#
                    + #"{"path":"/dev/ttyS0","flags":4},{"path":"/dev/ttyS1","flags":8},{"path":"/dev/a","flags":5},"#
                    + #"{"path":"/dev/b","flags":0},{"path":"DGPSIP://c.example"}]}"#,
                .devices(["/dev/a", "/dev/b"])
            ),
            (
                #"{"class":"DEVICE","path":"NTRIP://u:p@c.example/M"}"#,
                .device(path: "NTRIP://c.example/M", present: false)
            ),
            (#"{"class":"ERROR","message":"No such device"}"#, .error("No such device")),
        ])
    func reads(line: String, expected: ControlMessage) {
        #expect(ControlMessage(Array(line.utf8)) == expected)
    }

    @Test(
        "anything else is nil",
        arguments: [
            "", "{", #"{"class":"POLL"}"#, #"{"class":7}"#, #"{"class":"DEVICE"}"#, #"{"class":"DEVICES","devices":3}"#,
            #"["class"]"#,
        ])
    func rejects(line: String) {
        #expect(ControlMessage(Array(line.utf8)) == nil)
    }
}

extension ControlMessageTests {
    @Test("nesting that the JSON decoder traps on is rejected", arguments: [511, 512, 513])
    func nesting(depth: Int) {
        let line = #"{"class":"ERROR","x":"# + String(repeating: "[", count: depth)
        #expect(ControlMessage(Array(line.utf8)) == nil)
    }
}
