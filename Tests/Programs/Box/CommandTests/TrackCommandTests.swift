import Basics
import Command
import CommandLine
import Configuration
import Linux
import Location
import TestSupport
import Testing

struct TrackCommandTests {
    /// The afternoon of 30 March in Berlin.
    private static let now = Timestamp(CivilTime(year: 2026, month: 3, day: 30, hour: 12))
    private let system = FakeSystem(now: now, clock: .berlin)

    /// Five days around a clock change, with a fix every ten minutes.
    private func history() throws -> ScratchHistory {
        try ScratchHistory(
            ScratchHistory.points(from: "2026-03-27T00:00:00Z", count: 720, every: 600), sealedBefore: Self.now)
    }

    @Test(
        "a day has exactly its fixes, also when the clock changes",
        arguments: [
            ("2026-03-28", "2026-03-27T23:00:00.000Z", "2026-03-28T22:50:00.000Z", 144),
            ("2026-03-29", "2026-03-28T23:00:00.000Z", "2026-03-29T21:50:00.000Z", 138),
            ("yesterday", "2026-03-28T23:00:00.000Z", "2026-03-29T21:50:00.000Z", 138),
            ("today", "2026-03-29T22:00:00.000Z", "2026-03-30T21:50:00.000Z", 144),
        ])
    func day(name: String, first: String, last: String, count: Int) throws {
        let result = try history().run("track", "--day", name, "--format", "json", in: system)
        let times = result.values(of: "timestamp")
        #expect(times.count == count)
        #expect(times.first == first)
        #expect(times.last == last)
        #expect(result.code == .success)
    }

    @Test("the default period is today; with only an end it is everything before")
    func spans() throws {
        let history = try history()
        #expect(history.run("track", in: system) == history.run("track", "--day", "today", in: system))
        #expect(history.run("track", "--to", "2026-03-27T01:00Z", in: system).lines.count == 7)
        #expect(history.run("track", "--from", "-2h", "--to", "now", in: system).lines.count == 13)
        let times = ["--from", "yesterday 08:30", "--to", "yesterday 09:30"]
        #expect(history.run(["track"] + times, in: system).lines.count == 7)
    }

    @Test("claims of a contradicted receiver are shown on request, marked, and counted nowhere")
    func contradicted() throws {
        let points = try ScratchHistory.points(from: "2026-03-30T08:00:00Z", count: 90, every: 10).enumerated().map {
            index, point in
            var fix = point.fix
            guard (30..<60).contains(index) else { return point }
            fix.coordinate = Coordinate(latitude: 49, longitude: 12)
            return try #require(TrackPoint(fix, integrity: .contradicted))
        }
        for sealed in [Self.now, nil] {
            let history = try ScratchHistory(points, sealedBefore: sealed)
            let shown = history.run("track", "--format", "json", in: system)
            #expect(shown.lines.count == 60 && !shown.text.contains("contradicted"))
            let all = history.run("track", "--contradicted", "--format", "json", in: system)
            #expect(all.lines.count == 90 && all.values(of: "integrity").count == 30)
            for format in ["text", "geojson", "gpx", "csv", "nmea"] {
                let shown = history.run("track", "--contradicted", "--format", format, in: system)
                #expect(shown.code == .success && shown.text.contains(format == "nmea" ? ",V," : "contradicted"))
                #expect(!history.run("track", "--format", format, in: system).text.contains("contradicted"))
            }
            let line = history.run("track", "--contradicted", "--simplify", "20m", "--format", "geojson", in: system)
            #expect(line.text.contains("\"integrity\":\"contradicted\""))
            let without = try ScratchHistory(points.filter { $0.integrity == .nominal }, sealedBefore: sealed)
            let counted = ["stats", "--day", "today", "--format", "json"]
            #expect(history.run(counted, in: system).text == without.run(counted, in: system).text)
            #expect(history.run("at", "10:06", in: system).text == without.run("at", "10:06", in: system).text)
            #expect(history.run("history", "verify", in: system).code == .success)
        }
    }

    @Test("formats without a mark for a contradicted claim are refused", arguments: ["kml", "html", "svg"])
    func unmarked(format: String) throws {
        let result = try history().run("track", "--contradicted", "--format", format, in: system)
        #expect(result.code == .usage && result.diagnostics.contains("cannot mark contradicted fixes"))
    }

    @Test("text has the chosen form of coordinates and units, by default degrees and metres")
    func style() throws {
        let history = try ScratchHistory(ScratchHistory.points(from: "2026-03-30T08:00:00Z", count: 1, every: 1))
        let time = "2026-03-30 10:00:00 +02:00"
        let text = history.run("track", in: system).text
        #expect(text == "\(time)  48.000000,11.000000  within 5 m  altitude 500 m  moving\n")
        let other = history.run("track", "--units", "imperial", "--coordinates", "ddm", in: system).text
        #expect(other == "\(time)  48°00.000′N 11°00.000′E  within 16 ft  altitude 1640 ft  moving\n")
    }

    @Test("parallel receivers have a line each, and lists are chronological")
    func receivers() throws {
        let history = try ScratchHistory(
            ["/dev/a", "/dev/b"].flatMap {
                try ScratchHistory.points(from: "2026-03-30T08:00:00Z", count: 50, every: 1, device: $0)
            })
        let gpx = history.run("track", "--format", "gpx", in: system).text
        #expect(
            gpx.split(separator: "<trk>", omittingEmptySubsequences: false).count == 3
                && gpx.split(separator: "<trkseg>", omittingEmptySubsequences: false).count == 3)
        #expect(gpx.split(separator: "<trkpt ", omittingEmptySubsequences: false).count == 101)
        let geojson = history.run("track", "--format", "geojson", in: system).text
        #expect(
            geojson.split(separator: "LineString", omittingEmptySubsequences: false).count == 3
                && !geojson.contains("\"Point\""))
        #expect(history.run("track", "--simplify", "1", in: system).lines.count < 10)
        let times = history.run("track", "--format", "json", in: system).values(of: "timestamp")
        #expect(times.count == 100 && times == times.sorted())
        let one = history.run("track", "--format", "gpx", "--device", "/dev/b", in: system).text
        #expect(one.split(separator: "<trkpt ", omittingEmptySubsequences: false).count == 51)
    }

    @Test("text and JSON have the same fixes")
    func agreement() throws {
        let history = try history()
        let text = history.run("track", "--day", "2026-03-29", in: system).lines
        let times = history.run("track", "--day", "2026-03-29", "--format", "json", in: system).values(of: "timestamp")
        #expect(text.count == times.count)
        #expect(text.first?.hasPrefix("2026-03-29 00:00:00 +01:00  48.028200,11.000000") ?? false)
        #expect(text.dropFirst(12).first?.hasPrefix("2026-03-29 03:00:00 +02:00") ?? false)
    }

    @Test(
        "every format has its fixes",
        arguments: [
            ("text", " moving\n"), ("json", "\"timestamp\""), ("geojson", "[11.0,48"), ("gpx", "<trkpt "),
            ("kml", "<when>"), ("csv", "Z,48"), ("nmea", "$GPGGA,"),
        ])
    func formats(format: String, mark: String) throws {
        let history = try ScratchHistory(ScratchHistory.points(from: "2026-03-30T08:00:00Z", count: 5, every: 1))
        let result = history.run("track", "--format", format, in: system)
        #expect(result.code == .success)
        let parts = result.text.split(separator: mark, omittingEmptySubsequences: false)
        #expect(parts.count - 1 == 5)
    }

    @Test("a box and a receiver select points; a straight line needs two points")
    func selection() throws {
        let points = try ["/dev/a", "/dev/b"].flatMap {
            try ScratchHistory.points(from: "2026-03-30T08:00:00Z", count: 10, every: 1, device: $0)
        }
        let history = try ScratchHistory(points)
        #expect(history.run("track", in: system).lines.count == 20)
        #expect(history.run("track", "--device", "/dev/b", in: system).lines.count == 10)
        #expect(history.run("track", "--within", "48.00015,10,49,12", in: system).lines.count == 16)
        #expect(history.run("track", "--device", "/dev/a", "--simplify", "1", in: system).lines.count == 2)
    }

    @Test(
        "invalid arguments are rejected with the accepted ones",
        arguments: [
            (["--day", "2h"], "--day: \"2h\" is not a day; accepted: 2026-01-31, today, yesterday"),
            (["--day", "today", "--from", "2h"], "--day cannot be combined with --from or --to"),
            (
                ["--from", "1h", "--to", "2h"],
                "--from: 2026-03-30T11:00:00.000Z is after --to, 2026-03-30T10:00:00.000Z"
            ),
            (["--simplify", "nan"], "--simplify: \"nan\" is not a distance above 0, such as 10m"),
            (
                ["--within", "1,2,3"],
                "--within: \"1,2,3\" is not a box; accepted: south,west,north,east in degrees: -38,144.5,-37.5,145.5"
            ),
            (["--format", "gpz"], "--format: unknown value \"gpz\", did you mean gpx?"),
        ])
    func usage(arguments: [String], message: String) {
        let result = system.run(["track"] + arguments)
        #expect(result.diagnostics == message)
        #expect(result.code == .usage)
    }

    @Test("no fixes are nothing found, no history is a failure")
    func nothing() throws {
        let result = try history().run("track", "--day", "2026-01-01", in: system)
        #expect(result.diagnostics == "no fix between 2026-01-01 00:00:00 +01:00 and 2026-01-01 23:59:59 +01:00")
        #expect(result.code == .nothingKnown)
        let absent = system.run("track", "--state-directory", "/nowhere")
        #expect(absent.diagnostics.hasPrefix("/nowhere/history.db: no history"))
        #expect(absent.code == .failure)
    }

    @Test("a damaged segment is reported, the rest is written, and the exit code is a failure")
    func damage() throws {
        let history = try history()
        try history.damage()
        let result = history.run("track", "--to", "2026-03-27T23:59:59Z", "--format", "json", in: system)
        #expect(result.values(of: "timestamp").count + 6 == 144)
        #expect(result.diagnostics.hasPrefix("unreadable: segment of /dev/ttyUSB0 from 2026-03-27T00:00:00.000Z to "))
        #expect(result.code == .failure)
    }

    @Test("a closed pipe ends the output silently")
    func brokenPipe() throws {
        let history = try ScratchHistory(ScratchHistory.points(from: "2026-03-30T08:00:00Z", count: 2000, every: 1))
        let gone = FakeSystem(readerIsGone: true, now: Self.now, clock: .berlin)
        let result = history.run("track", in: gone)
        #expect(result.code == .success)
        #expect(result.diagnostics == "")
        _ = history.run("track", in: system)
        #expect(system.written.count > 1)
    }

    @Test("NMEA, which cannot name receivers, has one after the other")
    func nmea() throws {
        let points = try ["/dev/a", "/dev/b"].flatMap {
            try ScratchHistory.points(from: "2026-03-30T08:00:00Z", count: 3, every: 1, device: $0)
        }
        let text = try ScratchHistory(points).run("track", "--format", "nmea", in: system).text
        let lines = text.split(whereSeparator: \.isNewline)
        let times = lines.filter { $0.hasPrefix("$GPRMC") }.map { $0.split(separator: ",")[1] }
        #expect(times == ["080000.000", "080001.000", "080002.000", "080000.000", "080001.000", "080002.000"])
    }

    @Test("a public track excludes privacy zones and receivers")
    func hidden() throws {
        let history = try ScratchHistory(
            ScratchHistory.points(from: "2026-03-30T08:00:00Z", count: 480, every: 1), sealedBefore: Self.now)
        let zone = "[privacy-zone home]\nlatitude = 48.03\nlongitude = 11\nradius = 200m\n"
        let other = FakeSystem(files: ["/zones.conf": Array(zone.utf8)], now: Self.now, clock: .berlin)
        let whole = history.run("track", "--format", "csv", in: system)
        #expect(whole.text.contains("48.0301") && whole.text.contains("ttyUSB0"))
        for format in ["csv", "geojson"] {
            let seen = history.run(
                "track", "--format", format, "--simplify", "10", "--public", "--config",
                "/zones.conf", in: other)
            #expect(seen.code == .success, "\(seen.diagnostics)")
            #expect(!seen.text.contains("48.0301") && !seen.text.contains("ttyUSB0"))
            #expect(seen.text.contains("48.04"))
        }
    }
}
