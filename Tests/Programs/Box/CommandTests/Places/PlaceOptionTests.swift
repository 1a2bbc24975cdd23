import Basics
import Command
import CommandLine
import Configuration
import Linux
import Location
import Places
import PlacesFiles
import TestSupport
import Testing

/// A track of eight minutes due north, through a circle of 100 m at its middle.
struct PlaceOptionTests {
    private let system = FakeSystem(
        now: Timestamp(CivilTime(year: 2026, month: 3, day: 30, hour: 12)), clock: .berlin)
    private let history: ScratchHistory

    init() throws {
        history = try ScratchHistory(
            ScratchHistory.points(from: "2026-03-30T08:00:00Z", count: 480, every: 1),
            sealedBefore: Timestamp(iso8601: "2026-03-30T11:00:00Z"))
        let places = try [("Gate", 48.03), ("Elsewhere", 10)].map { name, latitude in
            try PlaceSamples.circle(name, latitude, 11, radius: 100)
        }
        try PlaceFile.write(try PlaceCollection(places), to: history.directory.file("own-places.json"))
    }

    @Test("the track has only fixes at the place, also with a box", arguments: ["json", "csv", "geojson"])
    func track(format: String) throws {
        let text = history.run("track", "--place", "Gate", "--format", format, in: system).text
        #expect(text.contains("48.0292") && text.contains("48.0308"))
        #expect(!text.contains("48.0291") && !text.contains("48.0309"))
        let half = history.run(
            "track", "--place", "Gate", "--within", "48.03,10,49,12", "--format", "json", in: system)
        #expect(half.lines.count == 9)
        let hidden = history.run("track", "--place", "Gate", "--public", "--format", "json", in: system)
        #expect(hidden.lines.count == 17 && !hidden.text.contains("ttyUSB0"))
    }

    @Test("at prints the visits")
    func at() {
        let result = history.run("at", "--place", "Gate", in: system)
        #expect(result.text == "2026-03-30 10:04:52 +02:00 to 2026-03-30 10:05:08 +02:00, 16 s\n")
        #expect(result.code == .success && result.diagnostics.isEmpty)
        let json = history.run("at", "--place", "Gate", "--from", "10:04:56", "--format", "json", in: system).text
        #expect(json.hasPrefix("{\"from\":\"2026-03-30T08:04:56.000Z\",\"place\":\"Gate\",\"time\":12.0,\"seen\":12.0"))
        let open = history.run("at", "--place", "Gate", "--to", "10:05:04", in: system).text
        #expect(open == "2026-03-30 10:04:52 +02:00 to 2026-03-30 10:05:04 +02:00, 12 s, period ends\n")
    }

    @Test("stats prints the number and the duration of visits")
    func stats() {
        #expect(
            history.run("stats", "--place", "Gate", in: system).text == """
                place   Gate
                visits  1
                time    16 s
                visit   2026-03-30 10:04:52 +02:00 to 2026-03-30 10:05:08 +02:00, 16 s

                """)
        #expect(history.run("stats", "--place", "Gate", "--week", "--format", "json", in: system).text.contains("16.0"))
    }

    @Test("unknown parts of a visit are reported: fixes an hour apart leave the time in between unknown")
    func sparse() throws {
        let points = try ScratchHistory.points(from: "2026-03-30T05:00:00Z", count: 5, every: 3600)
        let sparse = try ScratchHistory(points)
        let place = try PlaceSamples.circle("Field", 48.0002, 11, radius: 4)
        try PlaceFile.write(try PlaceCollection([place]), to: sparse.directory.file("own-places.json"))
        #expect(sparse.run("at", "--place", "Field", in: system).diagnostics == "no visit to \"Field\" in the history")
        let wide = try PlaceSamples.circle("Field", 48.0002, 11, radius: 100)
        try PlaceFile.write(try PlaceCollection([wide]), to: sparse.directory.file("own-places.json"))
        let line =
            "2026-03-30 07:00:00 +02:00 to 2026-03-30 11:00:00 +02:00, 4 h, "
            + "no record for 4 h of it, not left since"
        #expect(sparse.run("at", "--place", "Field", in: system).text == line + "\n")
        let stats = sparse.run("stats", "--place", "Field", in: system).text
        #expect(stats.contains("time    4 h, no record for 4 h of it\nvisit   " + line))
    }

    @Test("no visit is reported")
    func never() {
        let at = history.run("at", "--place", "Elsewhere", in: system)
        #expect(at == CommandResult(diagnostics: "no visit to \"Elsewhere\" in the history", code: .nothingKnown))
        let stats = history.run("stats", "--place", "Elsewhere", in: system)
        #expect(stats.text.hasSuffix("visits  0\ntime    0 s\n") && stats.code == .nothingKnown)
        let day = "2026-03-30 00:00:00 +02:00 and 2026-03-30 23:59:59 +02:00"
        #expect(stats.diagnostics == "no visit to \"Elsewhere\" between \(day)")
        let track = history.run("track", "--place", "Elsewhere", in: system)
        #expect(track.diagnostics.hasPrefix("no fix at \"Elsewhere\" between") && track.text.isEmpty)
    }

    @Test("an unknown place is rejected", arguments: ["at", "track", "stats"])
    func unknown(command: String) {
        let result = history.run(command, "--place", "gate", in: system)
        #expect(result.diagnostics == "there is no place named \"gate\", did you mean \"Gate\"?")
        #expect(result.code == .failure)
    }

    @Test(
        "contradictory options are rejected",
        arguments: [
            (["at", "10:00", "--place", "Gate"], "a time and --place cannot be combined; use --from"),
            (["at", "10:00", "--from", "9:00"], "--from is only for --place"),
            (["at", "--day"], "--day is only for --place"),
        ])
    func usage(arguments: [String], message: String) {
        let result = history.run(arguments, in: system)
        #expect(result.diagnostics == message && result.code == .usage)
    }
}
