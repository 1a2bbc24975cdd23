import Basics
import Location
import Testing

@testable import Doctor

struct GPSDTranscriptTests {
    private static let version = #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#
    private static let devices =
        #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/ttyACM0","driver":"u-blox","#
        + #""subtype":"SW 1.00","subtype1":"PROTVER 14.00","activated":"2026-01-01T00:00:00.000Z"},{"path":"/dev/b"}]}"#
    private static let watch = #"{"class":"WATCH","enable":true,"json":true}"#
    private static let fix =
        #"{"class":"TPV","device":"/dev/ttyACM0","mode":3,"time":"2026-01-01T00:07:00.000Z","eph":5.5,"lat":1,"lon":2}"#
    private static let sky =
        #"{"class":"SKY","device":"/dev/ttyACM0","satellites":[{"PRN":1,"used":true},{"PRN":2,"used":false}]}"#

    private func hear(_ lines: [String], device: String? = nil) -> GPSDTranscript {
        var hearing = GPSDTranscript(device: device)
        for line in lines { _ = hearing.consume(Array("\(line)\r\n".utf8), at: SystemFacts.moment) }
        return hearing
    }

    @Test("requests data, and is done with a position and its satellites")
    func whole() {
        var hearing = GPSDTranscript(device: nil)
        let question = hearing.consume(Array("\(Self.version)\r\n".utf8), at: SystemFacts.moment)
        #expect(String(decoding: question, as: UTF8.self) == "?DEVICES;\n?WATCH={\"enable\":true,\"json\":true};\n")
        let rest = [Self.devices, Self.watch, Self.fix, Self.sky].map { "\($0)\r\n" }.joined()
        // In the smallest chunks.
        for byte in rest.utf8.dropLast(2) { #expect(hearing.consume([byte], at: SystemFacts.moment).isEmpty) }
        #expect(!hearing.isDone)
        _ = hearing.consume([0x0D], at: SystemFacts.moment)
        #expect(hearing.isDone)
        var expected = GPSDFacts(contact: .answered, release: "3.22", reports: 2)
        expected.devices = [
            .init(path: "/dev/ttyACM0", driver: "u-blox", kind: "SW 1.00 PROTVER 14.00"), .init(path: "/dev/b"),
        ]
        expected.position = .init(mode: 3, radius: 5.5)
        expected.lag = .milliseconds(2311)
        (expected.used, expected.visible) = (1, 2)
        #expect(hearing.facts == expected)
    }

    @Test(
        "lines end in any way, with padding before and behind them",
        arguments: ["\n", "\r", "\r\n", "\0", "\r\n\0\0", "\0\n", "\n\r", "\n\n"], ["", "\0\0\0", "\0\r\n"])
    func lineEnds(end: String, lead: String) {
        let text = lead + [Self.version, Self.devices, Self.watch, Self.fix, Self.sky].map { $0 + end }.joined()
        for chunkSize in [1, 1000] {
            var hearing = GPSDTranscript(device: nil)
            var rest = Array(text.utf8)[...]
            while !rest.isEmpty {
                _ = hearing.consume(Array(rest.prefix(chunkSize)), at: SystemFacts.moment)
                rest = rest.dropFirst(chunkSize)
            }
            #expect(hearing.isDone && hearing.facts.contact == .answered && hearing.facts.reports == 2)
            #expect(hearing.facts.devices.count == 2 && hearing.facts.unread.isEmpty)
        }
    }

    @Test("without a receiver there is nothing to wait for", arguments: [nil, "/dev/c"])
    func noReceiver(device: String?) {
        let devices = device == nil ? #"{"class":"DEVICES","devices":[]}"# : Self.devices
        #expect(hear([Self.version, devices], device: device).isDone == false)
        #expect(hear([Self.version, devices, Self.watch], device: device).isDone)
    }

    @Test("other receivers do not count where one is selected")
    func wanted() {
        let facts = hear([Self.version, Self.devices, Self.watch, Self.fix, Self.sky], device: "/dev/b").facts
        #expect(facts.reports == 0 && facts.position == nil && facts.devices.count == 2)
    }

    @Test("the credentials of a source of corrections do not become facts, and its reports still belong to it")
    func credentials() {
        let path = "tcp://joe:s3cret@caster.example:2101/MNT"
        let source = "NTRIP://joe:s3cret@caster.example:2101/MNT"
        let devices = #"{"class":"DEVICES","devices":[{"path":"\#(path)"},{"path":"\#(source)"}]}"#
        let fix = #"{"class":"TPV","device":"\#(path)","mode":1}"#
        let facts = hear([Self.version, devices, Self.watch, fix], device: DevicePath.printable(path)).facts
        #expect(facts.devices == [.init(path: "tcp://caster.example:2101/MNT")])
        #expect(facts.otherSources == ["NTRIP://caster.example:2101/MNT"])
        #expect(facts.reports == 1)
    }

    @Test("a lost position stays known, and the fullest list of satellites counts")
    func best() {
        let lost = #"{"class":"TPV","mode":1}"#
        let empty = #"{"class":"SKY","hdop":1.0,"nSat":0,"uSat":0}"#
        let facts = hear([Self.version, Self.devices, Self.sky, empty, Self.fix, lost]).facts
        #expect(facts.position?.mode == 3 && facts.visible == 2 && facts.used == 1)
        #expect(hear([Self.version, lost]).facts.position == .init(mode: 1, hasTime: false))
        let simulated = #"{"class":"TPV","mode":2,"status":8,"lat":1,"lon":2}"#
        let position = hear([Self.version, simulated]).facts.position
        #expect(position == .init(mode: 2, isSimulated: true, hasTime: false))
    }

    @Test(
        "a peer without gpsd's version is not gpsd",
        arguments: [
            "HTTP/1.0 400 Bad Request", #"{"class":"POS","mode":3}"#, "{\"class\":", "",
            String(repeating: "[", count: 4000), String(repeating: "x", count: 70_000),
        ])
    func foreign(line: String) {
        let hearing = hear([line])
        #expect(hearing.isDone && hearing.facts.contact == .foreign)
    }

    @Test("later invalid lines are ignored, and a flood ends")
    func hostile() {
        let odd = ["no", #"{"class":7}"#, #"{"class":"TPV","mode":"x"}"#, #"{"class":"ERROR","message":"no"}"#]
        let hearing = hear([Self.version] + odd)
        #expect(!hearing.isDone && hearing.facts.contact == .answered)
        let huge = #"{"class":"TPV","mode":9223372036854775807,"eph":1e999,"time":"x"}"#
        #expect(hear([Self.version, huge]).facts.contact == .answered)
        let flood = Array(repeating: #"{"class":"PPS"}"# + String(repeating: " ", count: 60_000), count: 40)
        #expect(hear([Self.version] + flood).isDone)
        #expect(hear([Self.version, String(repeating: "x", count: 70_000)]).facts.contact == .answered)
        let many = (0..<500).map { #"{"path":"/dev/\#($0)"}"# }.joined(separator: ",")
        #expect(hear([Self.version, #"{"class":"DEVICES","devices":[\#(many)]}"#]).facts.devices.count == 16)
    }

    @Test("a server that is not quite gpsd is recognised by its reports, whatever their form")
    func resembling() {
        let fix = #"{"lat": "1.5", "lon": 2, "mode": 3, "class": "TPV", "device": "nav", }"#
        let facts = hear([fix, "$GPGGA", #"{"class":"TPV","mode":3,"lat":52.1,"l"#]).facts
        #expect(facts.contact == .answered && facts.release == nil && facts.reports == 1)
        #expect(facts.position == .init(mode: 3, hasTime: false))
        #expect(facts.devices == [.init(path: "nav")])
        #expect(facts.unread == ["NMEA 0183": 1, "a damaged TPV": 1])
    }

    @Test("data are requested once, with or without a greeting")
    func request() {
        var hearing = GPSDTranscript(device: nil)
        #expect(!hearing.request().isEmpty)
        #expect(hearing.consume(Array("\(Self.version)\n".utf8), at: SystemFacts.moment).isEmpty)
    }

    @Test(
        "a mode without a possible position is no position",
        arguments: [#""lat":0,"lon":0.0"#, #""x":1"#, #""lat":91,"lon":1"#, #""lat":1"#])
    func nowhere(members: String) {
        let other = #"{"class":"TPV","device":"/dev/b","mode":2,"\#(members.dropFirst())}"#
        #expect(hear([Self.version, other]).facts.position?.isImpossible == true)
        #expect(hear([Self.version, Self.fix, other]).facts.position?.isImpossible == false)
        #expect(hear([Self.version, other, Self.fix]).facts.position?.isImpossible == false)
    }
}
