import Basics
import Command
import Configuration
import Linux
import Location
import TestSupport
import Testing

struct TrackCommandTests {
    /// Now: the afternoon of 30 March in Berlin.
    private static let now = Timestamp(CivilTime(year: 2026, month: 3, day: 30, hour: 12))
    private let world = FakeWorld(now: now, clock: .berlin)

    /// Five days around a change of the clock, a fix every ten minutes.
    private func history() throws -> ScratchHistory {
        try ScratchHistory(
            ScratchHistory.points(from: "2026-03-27T00:00:00Z", count: 720, every: 600), sealedBefore: Self.now)
    }

    @Test(
        "a day out of several is exactly that day's fixes, also where the clock is changed",
        arguments: [
            ("2026-03-28", "2026-03-27T23:00:00.000Z", "2026-03-28T22:50:00.000Z", 144),
            ("2026-03-29", "2026-03-28T23:00:00.000Z", "2026-03-29T21:50:00.000Z", 138),
            ("yesterday", "2026-03-28T23:00:00.000Z", "2026-03-29T21:50:00.000Z", 138),
            ("today", "2026-03-29T22:00:00.000Z", "2026-03-30T21:50:00.000Z", 144),
        ])
    func day(name: String, first: String, last: String, count: Int) throws {
        let outcome = try history().run("track", "--day", name, "--format", "json", in: world)
        let times = outcome.values(of: "timestamp")
        #expect(times.count == count)
        #expect(times.first == first)
        #expect(times.last == last)
        #expect(outcome.code == .success)
    }

    @Test("without a time it is today, with an end alone everything up to it")
    func spans() throws {
        let history = try history()
        #expect(history.run("track", in: world) == history.run("track", "--day", "today", in: world))
        #expect(history.run("track", "--to", "2026-03-27T01:00Z", in: world).lines.count == 7)
        #expect(history.run("track", "--from", "-2h", "--to", "now", in: world).lines.count == 13)
    }

    @Test("receivers that ran at once have a line each, and lists are by time")
    func receivers() throws {
        let history = try ScratchHistory(
            ["/dev/a", "/dev/b"].flatMap {
                try ScratchHistory.points(from: "2026-03-30T08:00:00Z", count: 50, every: 1, device: $0)
            })
        let gpx = history.run("track", "--format", "gpx", in: world).text
        #expect(
            gpx.split(separator: "<trk>", omittingEmptySubsequences: false).count == 3
                && gpx.split(separator: "<trkseg>", omittingEmptySubsequences: false).count == 3)
        #expect(gpx.split(separator: "<trkpt ", omittingEmptySubsequences: false).count == 101)
        let geojson = history.run("track", "--format", "geojson", in: world).text
        #expect(
            geojson.split(separator: "LineString", omittingEmptySubsequences: false).count == 3
                && !geojson.contains("\"Point\""))
        #expect(history.run("track", "--simplify", "1", in: world).lines.count < 10)
        let times = history.run("track", "--format", "json", in: world).values(of: "timestamp")
        #expect(times.count == 100 && times == times.sorted())
        let one = history.run("track", "--format", "gpx", "--device", "/dev/b", in: world).text
        #expect(one.split(separator: "<trkpt ", omittingEmptySubsequences: false).count == 51)
    }

    @Test("text and JSON tell the same fixes")
    func agreement() throws {
        let history = try history()
        let text = history.run("track", "--day", "2026-03-29", in: world).lines
        let times = history.run("track", "--day", "2026-03-29", "--format", "json", in: world).values(of: "timestamp")
        #expect(text.count == times.count)
        #expect(text.first?.hasPrefix("2026-03-29 00:00:00  48.028200,11.000000") ?? false)
        #expect(text.dropFirst(12).first?.hasPrefix("2026-03-29 03:00:00") ?? false)
    }

    @Test(
        "each format has its fixes",
        arguments: [
            ("text", " moving\n"), ("json", "\"timestamp\""), ("geojson", "[11.0,48"), ("gpx", "<trkpt "),
            ("kml", "<when>"), ("csv", "Z,48"), ("nmea", "$GPGGA,"),
        ])
    func formats(format: String, mark: String) throws {
        let history = try ScratchHistory(ScratchHistory.points(from: "2026-03-30T08:00:00Z", count: 5, every: 1))
        let outcome = history.run("track", "--format", format, in: world)
        #expect(outcome.code == .success)
        let parts = outcome.text.split(separator: mark, omittingEmptySubsequences: false)
        #expect(parts.count - 1 == 5)
    }

    @Test("only what lies in the box, and of that receiver; a straight line takes two points")
    func selection() throws {
        let points = try ["/dev/a", "/dev/b"].flatMap {
            try ScratchHistory.points(from: "2026-03-30T08:00:00Z", count: 10, every: 1, device: $0)
        }
        let history = try ScratchHistory(points)
        #expect(history.run("track", in: world).lines.count == 20)
        #expect(history.run("track", "--device", "/dev/b", in: world).lines.count == 10)
        #expect(history.run("track", "--within", "48.00015,10,49,12", in: world).lines.count == 16)
        #expect(history.run("track", "--device", "/dev/a", "--simplify", "1", in: world).lines.count == 2)
    }

    @Test(
        "what is not understood is met with what would be",
        arguments: [
            (["--day", "2h"], "--day: \"2h\" is no day, understood are: 2026-01-31, today, yesterday"),
            (["--day", "today", "--from", "2h"], "--day does not go with --from or --to"),
            (
                ["--from", "1h", "--to", "2h"],
                "--from: 2026-03-30T11:00:00.000Z is after --to, 2026-03-30T10:00:00.000Z"
            ),
            (["--simplify", "nan"], "--simplify: \"nan\" is no number of metres above 0"),
            (
                ["--within", "1,2,3"],
                "--within: \"1,2,3\" is no box, understood is south,west,north,east in degrees: -38,144.5,-37.5,145.5"
            ),
            (["--format", "gpz"], "--format: unknown value \"gpz\", did you mean gpx?"),
        ])
    func usage(arguments: [String], message: String) {
        let outcome = world.run(["track"] + arguments)
        #expect(outcome.diagnostics == message)
        #expect(outcome.code == .usage)
    }

    @Test("nothing is no failure; no history is one")
    func nothing() throws {
        let outcome = try history().run("track", "--day", "2026-01-01", in: world)
        #expect(outcome.diagnostics == "no fix between 2026-01-01 00:00:00 and 2026-01-01 23:59:59")
        #expect(outcome.code == .success)
        let absent = world.run("track", "--state-directory", "/nowhere")
        #expect(absent.diagnostics.hasPrefix("/nowhere/history.db: no history"))
        #expect(absent.code == .failure)
    }

    @Test("a damaged segment is named, the rest is written, and that is no success")
    func damage() throws {
        let history = try history()
        try history.damage()
        let outcome = history.run("track", "--to", "2026-03-27T23:59:59Z", "--format", "json", in: world)
        #expect(outcome.values(of: "timestamp").count + 6 == 144)
        #expect(outcome.diagnostics.hasPrefix("not read: segment of /dev/ttyUSB0 from 2026-03-27T00:00:00.000Z to "))
        #expect(outcome.code == .failure)
    }

    @Test("a reader that goes away ends it quietly")
    func brokenPipe() throws {
        let history = try ScratchHistory(ScratchHistory.points(from: "2026-03-30T08:00:00Z", count: 2000, every: 1))
        let gone = FakeWorld(readerIsGone: true, now: Self.now, clock: .berlin)
        let outcome = history.run("track", in: gone)
        #expect(outcome.code == .success)
        #expect(outcome.diagnostics == "")
        _ = history.run("track", in: world)
        #expect(world.written.count > 1)
    }

    @Test("NMEA, which cannot name a receiver, has one after the other")
    func nmea() throws {
        let points = try ["/dev/a", "/dev/b"].flatMap {
            try ScratchHistory.points(from: "2026-03-30T08:00:00Z", count: 3, every: 1, device: $0)
        }
        let text = try ScratchHistory(points).run("track", "--format", "nmea", in: world).text
        let lines = text.split(whereSeparator: \.isNewline)
        let times = lines.filter { $0.hasPrefix("$GPRMC") }.map { $0.split(separator: ",")[1] }
        #expect(times == ["080000.000", "080001.000", "080002.000", "080000.000", "080001.000", "080002.000"])
    }

    @Test("what is public has nothing of a privacy zone, and no receiver")
    func hidden() throws {
        let history = try ScratchHistory(
            ScratchHistory.points(from: "2026-03-30T08:00:00Z", count: 480, every: 1), sealedBefore: Self.now)
        let zone = "[privacy-zone home]\nlatitude = 48.03\nlongitude = 11\nradius = 200m\n"
        let other = FakeWorld(files: ["/zones.conf": Array(zone.utf8)], now: Self.now, clock: .berlin)
        let whole = history.run("track", "--format", "csv", in: world)
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
