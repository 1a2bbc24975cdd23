import Basics
import Location
import Testing
import Tracks

/// Recordings of gpspipe with reports of gpsd, sentences, or both.
struct RecordingTests {
    /// A parser of reports in the tests: each TPV is a point of the receiver "gpsd" a second after the one before; one of
    /// mode 1 has no position.
    private final class Reports: LineParser {
        private var count = 0
        private var number = 0

        func parse(_ line: Span<UInt8>, number: Int, into track: inout ParsedTrack) {
            self.number = number
            let text = String(decoding: line.indices.map { line[$0] }, as: UTF8.self)
            if text.contains(text: "\"mode\":1") {
                track.skip(.noPosition, line: number)
            } else if text.contains(text: "\"TPV\"") {
                add(to: &track)
            }
        }

        private func add(to track: inout ParsedTrack) {
            var fix = Fix(device: "gpsd")
            fix.coordinate = Coordinate(latitude: 5, longitude: Double(number % 100))
            fix.timestamp = Sample.start + .seconds(count)
            track.add(fix, line: number)
            count += 1
        }
    }

    private func read(_ lines: [String], chunkSize: Int = 1000) -> (track: ParsedTrack, format: TrackFormat?) {
        var track = ParsedTrack()
        let reader = TrackReader(device: "import") { Reports() }
        let bytes = Array(lines.joined(separator: "\r\n").utf8)
        for start in stride(from: 0, to: bytes.count, by: chunkSize) {
            reader.feed(bytes.span.extracting(start..<min(start + chunkSize, bytes.count)), into: &track)
        }
        reader.finish(into: &track)
        return (track, reader.format)
    }

    private static let greeting = [
        #"{"class":"VERSION","release":"3.22"}"#,
        #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/a"}]}"#,
        #"{"class":"WATCH","enable":true,"json":false,"nmea":true}"#,
    ]
    private static let tpv = #"{"class":"TPV","mode":3,"time":"2026-01-01T00:00:00Z","lat":5,"lon":6}"#

    private func rmc(_ second: Int) -> String {
        let body = "GPRMC,00000\(second),A,0100.0,N,00200.0,E,,,010126,,,A"
        let sum = body.utf8.reduce(0, ^)
        return "$\(body)*\(sum < 16 ? "0" : "")\(String(sum, radix: 16, uppercase: true))"
    }

    private static let stamps = [
        "", "2026-01-01 00:00:00: ", "2026-01-01 00:00:00.123456: ", "1767225600.123456: ", "2026-01-01T00:00:00.1Z: ",
        "+2026 Jan 1: ", "Thu Jan  1 00:00:00 2026: ", "2026-01-01 00:00:00 1767225600.123456: ",
    ]

    @Test("sentences behind gpsd's greeting are NMEA 0183, with any time stamp", arguments: stamps)
    func sentences(stamp: String) {
        let lines = Self.greeting + ["!AIVDM,1,1,,A,15M,0*00"] + (0..<6).map(rmc)
        for chunkSize in [1, 7, 1000] {
            let (track, format) = read(lines.map { stamp + $0 }, chunkSize: chunkSize)
            #expect(format == .nmea && track.error == nil && track.skipped.isEmpty && track.assumed.isEmpty)
            #expect(track.points.map(\.timestamp) == (0..<6).map { Sample.start + .seconds($0) })
            #expect(track.points.allSatisfy { $0.fix.device == "import" })
        }
    }

    @Test("gpsd's reports are read behind any time stamp, and their lines are counted", arguments: stamps)
    func reports(stamp: String) {
        let lines = (["VERSION\":1}"] + Self.greeting + [Self.tpv, Self.tpv]).map { stamp + $0 }
        let (track, format) = read(lines, chunkSize: 11)
        #expect(format == .gpsd && track.points.map(\.coordinate.longitude) == [5, 6] && track.skipped.isEmpty)
    }

    @Test(
        "gpsd's reports are detected with blanks and with members in any order",
        arguments: [
            #"{"class": "TPV", "mode": 3}"#, #"{ "mode":3, "class" : "TPV" }"#, #"$GPGGA,1*00{"class":"TPV"}"#,
            "1: {\"device\":\"/dev/a\",\"class\":\t\"SKY\"}",
        ])
    func detection(line: String) { #expect(read([line]).format == .gpsd) }

    @Test("of a fix in both, the report counts, and the sentences are counted", arguments: [0, 3])
    func mixed(before: Int) {
        let pairs = (before..<6).flatMap { [rmc($0), Self.tpv] }
        let (track, format) = read(Self.greeting + (0..<before).map(rmc) + pairs)
        #expect(format == .gpsd && track.points.allSatisfy { $0.fix.device == "gpsd" })
        #expect(track.count == 6 - before && track.skipped == [.inReport: 6])
    }

    private func sentence(_ name: String, _ rest: String) -> String {
        let body = "GP\(name),\(rest)"
        let sum = body.utf8.reduce(0, ^)
        return "$\(body)*\(sum < 16 ? "0" : "")\(String(sum, radix: 16, uppercase: true))"
    }

    /// The sentences of a fix, one of which has no time.
    private func epoch(_ time: String, _ date: String) -> [String] {
        [
            sentence("GGA", "\(time).00,0100.0,N,00200.0,E,1,05,1,1,M,,M,,"),
            sentence("RMC", "\(time).00,A,0100.0,N,00200.0,E,,,\(date),,,A"),
            sentence("GSA", "A,3,1,2,3,4,,,,,,,,,1,1,1"),
        ]
    }

    private func report(_ time: String) -> String {
        #"{"class":"TPV","device":"/dev/a","mode":3,"time":"\#(time)","lat":5,"lon":6}"#
    }

    @Test(
        "before the first report of a fix, the sentences are the record, but not those of its own fix",
        arguments: [
            ("", 0), ("080000", 2), ("095959", 2), ("235959", 2), ("100100", 2), ("095930", 2),
        ], stamps)
    func before(time: (first: String, kept: Int), stamp: String) {
        let early = epoch(time.first, "010126") + epoch("095958", "010126")
        let late = epoch("100000", "010126") + [epoch("100001", "010126")[0]]
        let isSame = time.kept == 0
        let lines =
            Self.greeting + (isSame ? [] : early) + late + [report("2026-01-01T10:00:00.000Z")]
            + epoch("100001", "010126").dropFirst() + [report("2026-01-01T10:00:01.000Z")]
        let (track, format) = read(lines.map { stamp + $0 }, chunkSize: 64)
        #expect(format == .gpsd && track.error == nil && track.skipped == [.inReport: 6])
        let devices = [String](repeating: "import", count: time.kept) + ["gpsd", "gpsd"]
        #expect(track.points.map(\.fix.device) == devices)
    }

    @Test("sentences of hours before the first report of a fix count, also around midnight")
    func hoursBefore() {
        let hours = (10..<24).flatMap { epoch("\($0)0000", "311225") } + epoch("235959", "311225")
        let lines =
            hours + epoch("000000", "010126").prefix(1) + [
                report("2025-12-31T23:59:59Z"), report("2026-01-01T00:00:00Z"),
            ]
        let track = read(Self.greeting + lines).track
        #expect(track.count == 16 && track.skipped == [.inReport: 4])
        #expect(track.points.first?.timestamp == Sample.start + .seconds(-14 * 3600))
    }

    @Test("a report without a time counts if its time stamp has one, with the newest sentence")
    func stampedReport() {
        let untimed = #"{"class":"TPV","device":"/dev/a","mode":3,"lat":5,"lon":6}"#
        let lines = Self.greeting + epoch("095959", "010126") + epoch("100000", "010126") + [untimed]
        // The machine's clock may be in another zone.
        let stamped = read(lines.map { "2026-01-01 11:00:00: " + $0 }).track
        #expect(stamped.points.map(\.fix.device) == ["import", "gpsd"] && stamped.skipped == [.inReport: 3])
        let plain = read(lines).track
        #expect(plain.points.map(\.fix.device) == ["import", "import", "gpsd"] && plain.skipped.isEmpty)
    }

    @Test("long lines of sentences are not held")
    func longLines() {
        let long = String(repeating: "x", count: 60_000) + rmc(0)
        let lines =
            Self.greeting + [String](repeating: long, count: 100) + epoch("095959", "010126") + [
                report("2026-01-01T10:00:00Z")
            ]
        #expect(read(lines).track.points.last?.fix.device == "gpsd")
    }

    @Test("sentences without a report of their fixes count")
    func withoutReport() {
        let noFix = #"{"class":"TPV","mode":1}"#
        let none = read(Self.greeting + (0..<3).map(rmc) + [noFix] + (3..<6).map(rmc)).track
        #expect(none.count == 6 && none.skipped == [.noPosition: 1])
        #expect(none.points.map(\.timestamp) == (0..<6).map { Sample.start + .seconds($0) })
        let timeless = read(Self.greeting + [rmc(0), #"{"class":"TPV","mode":1,"lat":5,"lon":6}"#, rmc(1)]).track
        #expect(timeless.count == 2)
    }

    @Test("recordings behind one another are read each in its way")
    func several() {
        let sentences = Self.greeting + (0..<3).map(rmc)
        let reports = Self.greeting + [Self.tpv, Self.tpv]
        let both = Self.greeting + [rmc(4), Self.tpv]
        let track = read(sentences + reports + sentences + both).track
        #expect(
            track.points.map(\.fix.device)
                == [3, 2, 3, 1].enumerated().flatMap { index, count in
                    [String](repeating: index % 2 == 0 ? "import" : "gpsd", count: count)
                })
        #expect(track.skipped == [.inReport: 1])
        // A report that was cut is none of a fix.
        let cut = read(Self.greeting + (0..<3).map(rmc) + ["{\"class\":\"TPV\",\"time\":\"2026\",\"lat\":5,\"lon\":"])
            .track
        #expect(cut.points.map(\.fix.device) == ["import", "import", "import", "gpsd"] && cut.skipped.isEmpty)
    }

    @Test("many sentences wait for no report")
    func many() {
        let lines = (0..<2000).flatMap { _ in (0..<6).map(rmc) }
        let track = read(Self.greeting + lines + [Self.tpv]).track
        #expect(track.points.last?.fix.device == "gpsd" && track.count > 6)
    }
}
