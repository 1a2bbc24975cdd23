import Basics
import Location
import Testing
import Wire

struct ReportDecodingTests {
    private static let start = #"{"state":"live","since":"2026-01-01T00:00:00Z","sequence":1"#

    private func decode(_ text: String) throws(ReportJSONError) -> Report {
        try ReportJSON.decode(Array(text.utf8))
    }

    @Test("decodes the example of the schema and ignores later keys")
    func designExample() throws {
        #expect(try decode(SampleReport.designExample) == SampleReport.full())
    }

    @Test("decodes its own output, with every choice of values", arguments: TrackingState.allCases)
    func roundTrip(state: TrackingState) throws {
        var report = SampleReport.full()
        report.state = state
        report.detail = "gpsd at localhost:2947 does not answer"
        #expect(try ReportJSON.decode(ReportJSON.encode(report)) == report)
    }

    @Test("round-trips the ellipse of the accuracy, and refuses one that cannot be", arguments: [0, -1.5])
    func ellipse(axis: Double) throws {
        var report = SampleReport.full()
        report.fix?.accuracyEllipse = AccuracyEllipse(north: 4.5, east: 3.25, correlation: 0.5)
        let json = String(decoding: ReportJSON.encode(report), as: UTF8.self)
        #expect(json.contains(#""covariance":7.3125"#))
        #expect(try decode(json) == report)
        for name in ["north", "east"] {
            let wrong = json.replacing(name == "north" ? "4.5" : "3.25", with: "\(axis)")
            #expect { try decode(wrong) } throws: {
                "\($0)".hasPrefix("fix.accuracyEllipse.\(name): \(axis) is out of range")
            }
        }
    }

    @Test("round-trips the position now and the age of corrections")
    func roundTripOfNow() throws {
        var report = SampleReport.full()
        report.fix?.differentialAge = 1.5
        report.now = CurrentPosition(
            report, bridging: .milliseconds(711), at: Timestamp(milliseconds: 1_767_226_012_711))
        let now = try #require(report.now)
        let decoded = try #require(try ReportJSON.decode(ReportJSON.encode(report)).now)
        #expect(decoded.coordinate.distance(to: now.coordinate) < 0.001 && decoded.time == now.time)
        #expect(decoded.bridged == now.bridged && abs(decoded.horizontalAccuracy - now.horizontalAccuracy) < 0.001)
        #expect(try ReportJSON.decode(ReportJSON.encode(report)).fix?.differentialAge == 1.5)
        #expect(
            String(decoding: ReportJSON.encode(report), as: UTF8.self).contains(
                #""now":{"time":"2026-01-01T00:06:52.711Z","latitude":-37.80996889,"longitude":144.963292"#))
    }

    @Test(
        "a position now that cannot be is refused",
        arguments: [
            ("91,2,3,0.5", "now.latitude: 91.0 is out of range"),
            ("1,181,3,0.5", "now.longitude: 181.0 is out of range"),
            ("1,2,0,0.5", "now.horizontalAccuracy: 0.0 is out of range"),
            ("1,2,3,-1", "now.bridged: -1.0 is out of range"),
        ])
    func wrongNow(values: String, error: String) {
        let names = ["latitude", "longitude", "horizontalAccuracy", "bridged"]
        let members = zip(names, values.split(separator: ",")).map { "\"\($0)\":\($1)" }.joined(separator: ",")
        let text = Self.start + #","now":{"time":"2026-01-01T00:00:00Z","# + members + "}}"
        #expect { try decode(text) } throws: { "\($0)".hasPrefix(error) }
    }

    @Test("round-trips every mode, differential and origin")
    func roundTripOfFix() throws {
        var report = SampleReport.full()
        for mode in FixMode.allCases {
            for differential in Differential.allCases {
                for origin in HorizontalAccuracy.Origin.allCases {
                    var fix = Fix(device: "/dev/ttyUSB0", mode: mode)
                    fix.differential = differential
                    fix.horizontalAccuracy = HorizontalAccuracy(radius: 3.25, origin: origin)
                    report.fix = fix
                    #expect(try ReportJSON.decode(ReportJSON.encode(report)) == report)
                }
            }
        }
    }

    @Test(
        "round-trips rejections and a receiver fault",
        arguments: [ReceiverFault.Kind.frozen, .disagreement(metres: 530.25)])
    func roundTripOfNotes(kind: ReceiverFault.Kind) throws {
        var report = SampleReport.full()
        report.rejections = RejectionSummary(
            count: 12, epochs: 600, window: .seconds(600), reason: "inaccurate", explanation: "too large")
        report.receiverFault = ReceiverFault(device: "/dev/ttyACM0", kind: kind)
        #expect(try ReportJSON.decode(ReportJSON.encode(report)) == report)
    }

    @Test("round-trips a report in which nothing is known")
    func roundTripOfNothing() throws {
        let report = Report(state: .starting, since: Timestamp(milliseconds: 0))
        #expect(try ReportJSON.decode(ReportJSON.encode(report)) == report)
    }

    @Test(
        "names the key and the invalid value",
        arguments: [
            (
                #","fix":{"device":"","mode":"3d","latitude":90.5,"longitude":0}"#,
                "fix.latitude: 90.5 is out of range, expected from -90 to 90"
            ),
            (
                #","fix":{"device":"","mode":"3d","latitude":9,"longitude":181}"#,
                "fix.longitude: 181.0 is out of range, expected from -180 to 180"
            ),
            (#","fix":{"device":"","mode":"3d","latitude":9}"#, "fix.longitude: missing"),
            (#","fix":{"device":"","mode":"3d","longitude":9}"#, "fix.latitude: missing"),
            (#","fix":{"device":"d","mode":"4d"}"#, "fix.mode: unknown value \"4d\", expected unknown, none, 2d, 3d"),
            (#","fix":{"device":"d","mode":3}"#, "fix.mode: not a string"),
            (#","fix":{"device":"/dev/a"}"#, "fix.mode: missing"),
            (
                #","fix":{"device":"","mode":"3d","horizontalAccuracy":0}"#,
                "fix.horizontalAccuracy: 0.0 is out of range, expected above 0"
            ),
            (#","fix":{"device":"","mode":"3d","speed":-1}"#, "fix.speed: -1.0 is out of range, expected 0 or more"),
            (
                #","fix":{"device":"","mode":"3d","course":360}"#,
                "fix.course: 360.0 is out of range, expected from 0 to below 360"
            ),
            (#","fix":{"device":"","mode":"3d","altitude":"high"}"#, "fix.altitude: not a number"),
            (#","fix":[]"#, "fix: not an object"),
            (#","age":1e300"#, "age: 1e+300 is out of range, expected from 0 to 1e12"),
            (#","age":-1"#, "age: -1.0 is out of range, expected from 0 to 1e12"),
            (#","satellites":{"used":-1}"#, "satellites.used: -1.0 is out of range, expected 0 or more"),
            (#","rejections":{"count":1}"#, "rejections.epochs: missing"),
            (
                #","rejections":{"count":-1,"epochs":2,"window":600,"reason":"","explanation":""}"#,
                "rejections.count: -1.0 is out of range, expected 0 or more"
            ),
            (#","receiverFault":{"fault":"frozen-position"}"#, "receiverFault.device: missing"),
            (
                #","receiverFault":{"fault":"tired","device":"a"}"#,
                "receiverFault.fault: unknown value \"tired\", expected frozen-position, position-disagreement"
            ),
            (#","received":"1969-12-31T23:59:59Z""#, "received: unknown value \"1969-12-31T23:59:59Z\""),
            (#","received":"yesterday""#, "received: unknown value \"yesterday\", expected times like"),
        ])
    func senseless(members: String, message: String) {
        let error = #expect(throws: ReportJSONError.self) { try decode(Self.start + members + "}") }
        #expect(error?.description.hasPrefix(message) == true, "\(String(describing: error))")
    }

    @Test(
        "bytes that are not a report are an error, not a crash",
        arguments: [
            "", "{", "[]", "null", "7", "{}", #"{"state":"live"}"#, "{\"state\":\"\u{0}",
            #"{"state":"live","since":"2026-01-01T00:00:00Z","sequence":-1}"#,
            #"{"state":"live","since":"2026-01-01T00:00:00Z","sequence":1e30}"#,
            #"{"state":"live","since":"2026-01-01T00:00:00Z","sequence":1.5}"#,
            #"{"state":"live","since":"2026-01-01T00:00:00Z","sequence":1,"age":1e999}"#,
            #"{"state":"live","since":"2026-01-01T00:00:00Z","sequence":1,"satellites":{"used":1e19}}"#,
        ])
    func hostile(text: String) {
        let error = #expect(throws: ReportJSONError.self) { try decode(text) }
        #expect(error?.description.contains(where: \.isNewline) == false)
    }

    @Test("unlimited nesting is an error, not a crash", arguments: ["[", "{\"a\":"])
    func nesting(opening: String) {
        #expect(throws: ReportJSONError.self) { try decode(String(repeating: opening, count: 100_000)) }
    }

    @Test("every truncation of a report is an error, not a crash")
    func cut() {
        let bytes = Array(SampleReport.golden.utf8)
        for length in 0..<bytes.count {
            #expect(throws: ReportJSONError.self) { try ReportJSON.decode(Array(bytes.prefix(length))) }
        }
    }

    @Test("bytes that are not UTF-8 are an error, not a crash")
    func notText() {
        let bytes = Array(#"{"state":""#.utf8) + [0xFF, 0xC0] + Array(#""}"#.utf8)
        #expect(throws: ReportJSONError.self) { try ReportJSON.decode(bytes) }
    }
}

struct ReportPlacesTests {
    @Test("the places of a report round-trip")
    func roundTrip() throws {
        var report = SampleReport.full()
        report.near = NearbyPlace(name: "Home", distance: 300, bearing: 12.5)
        report.inside = ["Boat \"Ada\"", "Harbour"]
        let read = try ReportJSON.decode(ReportJSON.encode(report))
        #expect(read.place == report.place)
        #expect(read.near == report.near)
        #expect(read.inside == report.inside)
    }

    @Test("the anchor watch of a report round-trips")
    func anchor() throws {
        var report = SampleReport.full()
        let centre = try #require(Coordinate(latitude: 54.323, longitude: 10.139))
        var anchor = AnchorSummary(coordinate: centre, radius: 40, set: Timestamp(milliseconds: 1000))
        (anchor.isDragging, anchor.since, anchor.isLost) = (true, Timestamp(milliseconds: 2000), true)
        (anchor.distance, anchor.bearing) = (71.5, 359.99)
        report.anchor = anchor
        let text = String(decoding: ReportJSON.encode(report), as: UTF8.self)
        let expected =
            #""anchor":{"latitude":54.323,"longitude":10.139,"radius":40.0,"set":"1970-01-01T00:00:01.000Z","#
            + #""dragging":true,"since":"1970-01-01T00:00:02.000Z","lost":true,"distance":71.5,"bearing":0.0}"#
        #expect(text.contains(expected), "\(text)")
        anchor.bearing = 0
        #expect(try ReportJSON.decode(Array(text.utf8)).anchor == anchor)
    }

    @Test(
        "an invalid anchor watch is rejected",
        arguments: [
            #""latitude":91,"longitude":1,"radius":1"#, #""latitude":1,"longitude":1,"radius":0"#,
            #""latitude":1,"longitude":1"#, #""latitude":1,"longitude":1,"radius":1,"distance":-1"#,
            #""latitude":1,"longitude":1,"radius":1,"bearing":360"#,
            #""latitude":1,"longitude":1,"radius":1,"since":"x""#,
        ])
    func hostileAnchor(members: String) {
        let rest = #""set":"2026-01-01T00:00:00.000Z","dragging":false"#
        let text = #"{"state":"live","since":"2026-01-01T00:00:00.000Z","sequence":1,"anchor":{\#(members),\#(rest)}}"#
        #expect(throws: ReportJSONError.self) { try ReportJSON.decode(Array(text.utf8)) }
    }

    @Test("a bearing that rounds to a full circle is north")
    func bearing() throws {
        var report = SampleReport.full()
        report.place?.bearing = 359.99
        #expect(try ReportJSON.decode(ReportJSON.encode(report)).place?.bearing == 0)
    }

    @Test(
        "an invalid place is rejected",
        arguments: [
            #""name":"","distance":1,"bearing":1"#, #""name":"A","distance":-1,"bearing":1"#,
            #""name":"A","distance":1,"bearing":360"#, #""name":"A","bearing":1"#, #""distance":1,"bearing":1"#,
        ])
    func hostile(members: String) {
        let text = #"{"state":"live","since":"2026-01-01T00:00:00.000Z","sequence":1,"place":{\#(members)}}"#
        #expect(throws: ReportJSONError.self) { try ReportJSON.decode(Array(text.utf8)) }
    }
}
