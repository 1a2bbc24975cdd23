import Basics
import Command
import CommandLine
import Configuration
import Linux
import Location
import TestSupport
import Testing

struct StatsCommandTests {
    private static let now = Timestamp(CivilTime(year: 2026, month: 3, day: 30, hour: 12))
    private let system = FakeSystem(now: now, clock: .berlin)

    @Test("text and JSON have the same values for each receiver")
    func agreement() throws {
        let points =
            try ScratchHistory.points(from: "2026-03-30T08:00:00Z", count: 101, every: 1, device: "/dev/a")
            + ScratchHistory.points(from: "2026-03-30T08:00:00Z", count: 11, every: 1, device: "/dev/b")
        let history = try ScratchHistory(points)
        let text = history.run("stats", in: system).text
        let all = "receiver    all; overlapping recordings count once\nfixes       112\ndistance    1.1 km\n"
        #expect(text.hasPrefix(all) && text.contains("\n\nreceiver    /dev/a"))
        #expect(text.contains("receiver    /dev/a\nfixes       101\ndistance    1.1 km\nmoving      1 min\n"))
        #expect(text.contains("receiver    /dev/b\nfixes       11\ndistance    111 m\nmoving      10 s\n"))
        let json = history.run("stats", "--format", "json", in: system).text
        #expect(json.contains("{\"device\":\"/dev/a\",\"points\":101,\"distance\":111"))
        #expect(json.contains("{\"device\":\"/dev/b\",\"points\":11,\"distance\":111."))
        #expect(
            json.hasPrefix("{\"from\":\"2026-03-29T22:00:00.000Z\",\"to\":\"2026-03-30T21:59:59.999Z\",\"devices\""))
    }

    @Test(
        "a week is seven days and a month thirty, including today",
        arguments: [("--week", "2026-03-23T23:00:00.000Z"), ("--month", "2026-02-28T23:00:00.000Z")])
    func spans(option: String, first: String) throws {
        let history = try ScratchHistory([])
        let result = history.run("stats", option, "--format", "json", in: system)
        #expect(
            result.text.hasPrefix(
                "{\"from\":\"\(first)\",\"to\":\"2026-03-30T21:59:59.999Z\",\"devices\":[],\"days\":[],"))
        #expect(result.diagnostics.hasPrefix("no fix between 2026-0"))
        #expect(result.code == .nothingKnown)
    }

    @Test(
        "a value selects the calendar week or month, in local days",
        arguments: [
            (["--week", "2026-03-30"], "2026-03-29T22:00:00.000Z", "2026-04-05T21:59:59.999Z"),
            (["--week", "2026-03-29"], "2026-03-22T23:00:00.000Z", "2026-03-29T21:59:59.999Z"),
            (["--week=1970-01-01"], "1969-12-28T23:00:00.000Z", "1970-01-04T22:59:59.999Z"),
            (["--week", "yesterday"], "2026-03-22T23:00:00.000Z", "2026-03-29T21:59:59.999Z"),
            (["--month", "2026-03"], "2026-02-28T23:00:00.000Z", "2026-03-31T21:59:59.999Z"),
            (["--month", "2024-02-29"], "2024-01-31T23:00:00.000Z", "2024-02-29T22:59:59.999Z"),
            (["--month", "2025-12"], "2025-11-30T23:00:00.000Z", "2025-12-31T22:59:59.999Z"),
            (["--month=today"], "2026-02-28T23:00:00.000Z", "2026-03-31T21:59:59.999Z"),
            (["--year", "2024"], "2023-12-31T23:00:00.000Z", "2024-12-31T22:59:59.999Z"),
            (["--year", "2025-12-31"], "2024-12-31T23:00:00.000Z", "2025-12-31T22:59:59.999Z"),
            (["--year=today"], "2025-12-31T23:00:00.000Z", "2026-12-31T22:59:59.999Z"),
            (["--year"], "2025-03-31T23:00:00.000Z", "2026-03-30T21:59:59.999Z"),
            (["--day"], "2026-03-29T22:00:00.000Z", "2026-03-30T21:59:59.999Z"),
            (["--day", "2026-03-29"], "2026-03-28T23:00:00.000Z", "2026-03-29T21:59:59.999Z"),
        ])
    func calendar(options: [String], first: String, last: String) throws {
        let history = try ScratchHistory([])
        let text = history.run(["stats"] + options + ["--format", "json"], in: system).text
        #expect(text.hasPrefix("{\"from\":\"\(first)\",\"to\":\"\(last)\",\"devices\":[]"))
    }

    @Test("a week is a row per day with totals, of two receivers at once that of the longer path")
    func daily() throws {
        let points =
            try ScratchHistory.points(from: "2026-03-28T22:59:00Z", count: 121, every: 1, device: "import")
            + ScratchHistory.points(from: "2026-03-28T23:00:30Z", count: 11, every: 1, device: "/dev/b")
        let history = try ScratchHistory(points)
        let text = history.run("stats", "--week", in: system).text
        let expected = """
            day         distance  moving  standing  no record  top speed
            2026-03-28  656 m     59 s    0 s       0 s        40.0 km/h
            2026-03-29  678 m     1 min   0 s       0 s        40.0 km/h
            total       1.3 km    2 min   0 s       0 s        40.0 km/h
            receiver  import; overlapping recordings count once
            zone      UTC+01:00, later UTC+02:00

            """
        #expect(text == expected)
        let json = history.run("stats", "--week", "--format", "json", in: system).text
        #expect(
            json.contains(
                "\"days\":[{\"day\":\"2026-03-28\",\"device\":\"import\",\"devices\":[\"import\"],\"points\":60,\"distance\":656."
            ))
        #expect(json.contains("\"total\":{\"points\":132,\"distance\":1334."))
        let day = history.run("stats", "--day", "2026-03-28", "--format", "json", in: system).text
        #expect(day.contains("\"device\":\"import\",\"points\":60,\"distance\":656."))
    }

    @Test("a year is a row per month, whose sums and the total are those of its days")
    func yearly() throws {
        let points =
            try ScratchHistory.points(from: "2025-12-31T22:59:30Z", count: 61, every: 1)
            + ScratchHistory.points(from: "2026-02-10T08:00:00Z", count: 101, every: 1)
            + ScratchHistory.points(from: "2026-02-20T08:00:00Z", count: 101, every: 1)
        let history = try ScratchHistory(points)
        let lines = history.run("stats", "--year", "2026", in: system).lines
        #expect(lines.first?.hasPrefix("month    distance") == true)
        #expect(lines.dropFirst().prefix(2).map { $0.prefix(7) } == ["2026-01", "2026-02"])
        // The gaps to the first fix of a day follow.
        #expect(lines.dropFirst(2).first?.split(separator: " ").prefix(3) == ["2026-02", "2.2", "km,"])
        #expect(lines.suffix(2) == ["receiver  /dev/ttyUSB0", "zone      UTC+01:00"])
        let json = history.run("stats", "--year", "2026", "--format", "json", in: system).text
        #expect(json.contains("\"months\":[{\"month\":\"2026-01\",\"points\":31,"))
        #expect(json.contains("{\"month\":\"2026-02\",\"points\":202,\"distance\":2223."))
        #expect(json.contains("\"total\":{\"points\":233,"))
        #expect(!history.run("stats", "--month", "--format", "json", in: system).text.contains("\"months\""))
    }

    @Test("where days are shown, the zone that divides them is named")
    func zone() throws {
        let history = try ScratchHistory(
            ScratchHistory.points(from: "2026-03-28T10:00:00Z", count: 3, every: 1)
                + ScratchHistory.points(from: "2026-03-29T10:00:00Z", count: 3, every: 1))
        for (options, zone) in [
            (["--day", "2026-03-28"], "UTC+01:00"), (["--day", "2026-03-29"], "UTC+01:00, later UTC+02:00"),
            (["--from", "2026-03-28"], "UTC+01:00, later UTC+02:00"),
        ] {
            #expect(history.run(["stats"] + options, in: system).lines.contains("zone        \(zone)"), "\(options)")
        }
        let utc = LocalClock(civilTime: { CivilTime($0) }, timestamp: { Timestamp($0) })
        let there = FakeSystem(now: Self.now, clock: utc)
        #expect(history.run("stats", "--month", in: there).lines.last == "zone      UTC")
    }

    @Test("receivers that record one after another are added up, for a day, a week and any period")
    func oneAfterAnother() throws {
        let points =
            try ScratchHistory.points(from: "2026-03-30T08:00:00Z", count: 101, every: 1, device: "/dev/a")
            + ScratchHistory.points(from: "2026-03-30T08:30:00Z", count: 101, every: 1, device: "/dev/b")
        let history = try ScratchHistory(points)
        let day = history.run("stats", in: system).lines
        let distance = "2.2 km, and 1.1 km across gaps"
        #expect(day.prefix(3) == ["receiver    all", "fixes       202", "distance    \(distance)"])
        let week = history.run("stats", "--week", in: system).lines
        #expect(week.contains { $0.hasPrefix("2026-03-30  \(distance)  ") })
        #expect(week.contains { $0.hasPrefix("total       \(distance)  ") })
        #expect(week.contains("receiver  /dev/a, /dev/b"))
        let totals = try [["--day"], ["--week"], ["--from", "2026-03-20"]].map { period in
            let json = history.run(["stats"] + period + ["--format", "json"], in: system).text
            return try #require(json.firstMatch(of: /"total":{.*/)).output
        }
        #expect(Set(totals).count == 1 && totals[0].hasPrefix("\"total\":{\"points\":202,\"distance\":2223."))
    }

    @Test("a gap between two places is a row, and its length is not part of the distance")
    func gap() throws {
        let points =
            try ScratchHistory.points(from: "2026-03-30T05:00:00Z", count: 101, every: 1)
            + ScratchHistory.points(from: "2026-03-30T08:00:00Z", count: 101, every: 1)
        let history = try ScratchHistory(points)
        let lines = history.run("stats", in: system).lines
        let moments = ["07:00:00", "07:01:40", "10:00:00", "10:01:40"].map { "2026-03-30 \($0) +02:00" }
        #expect(
            lines.suffix(3) == [
                "trip        \(moments[0]) to \(moments[1]), 1 min, 1.1 km",
                "no record   \(moments[1]) to \(moments[2]), 2 h 58 min, 1.1 km apart",
                "trip        \(moments[2]) to \(moments[3]), 1 min, 1.1 km",
            ])
        #expect(
            lines.contains("distance    2.2 km, and 1.1 km across gaps") && lines.contains("no record   2 h 58 min"))
        let json = history.run("stats", "--format", "json", in: system).text
        #expect(json.contains("\"gaps\":[{\"from\":\"2026-03-30T05:01:40.000Z\",\"to\":\"2026-03-30T08:00:00.000Z\","))
        #expect(json.contains("\"gapDistance\":1111.9,"))
    }

    @Test("a gap across midnight is a row of the week and of the day that it leads to, and of the other up to midnight")
    func gapAcrossMidnight() throws {
        let points =
            try ScratchHistory.points(from: "2026-03-28T20:00:00Z", count: 101, every: 1)
            + ScratchHistory.points(from: "2026-03-29T06:00:00Z", count: 101, every: 1)
        let history = try ScratchHistory(points)
        let week = history.run("stats", "--week", in: system).lines
        let moments = ["2026-03-28 21:01:40 +01:00", "2026-03-29 08:00:00 +02:00"]
        #expect(week.last == "no record   \(moments[0]) to \(moments[1]), 9 h 58 min, 1.1 km apart")
        #expect(
            week.contains { $0.hasPrefix("total       2.2 km, and 1.1 km across gaps  3 min   0 s       9 h 58 min") }
        )
        #expect(
            week.contains { $0.hasPrefix("2026-03-29  1.1 km, and 1.1 km across gaps  1 min   0 s       9 h 58 min") }
        )
        let json = history.run("stats", "--week", "--format", "json", in: system).text
        #expect(json.contains("\"unknown\":35900.0,\"gapDistance\":1111.9,"))
        let evening = history.run("stats", "--day", "2026-03-28", in: system).lines
        #expect(evening.last == "no record   \(moments[0]) to 2026-03-28 23:59:59 +01:00, 2 h 58 min, 1.1 km apart")
        let morning = history.run("stats", "--day", "2026-03-29", in: system).lines
        #expect(morning.contains("no record   \(moments[0]) to \(moments[1]), 9 h 58 min, 1.1 km apart"))
        #expect(morning.contains("distance    1.1 km, and 1.1 km across gaps"))
        #expect(morning.contains("no record   9 h 58 min"))
    }

    @Test(
        "malformed days and months are rejected",
        arguments: [
            (["--week", "2026-W05"], "--week: \"2026-W05\" is not a day; accepted: 2026-01-31, today, yesterday"),
            (["--month", "2026-13"], "--month: \"2026-13\" is not a month; accepted: 2026-01, 2026-01-31, today"),
            (["--month", "May"], "--month: \"May\" is not a month; accepted: 2026-01, 2026-01-31, today"),
            (["--year", "26"], "--year: \"26\" is not a year; accepted: 2026, 2026-01-31, today"),
        ])
    func mistakes(options: [String], message: String) {
        let result = system.run(["stats"] + options)
        #expect(result.diagnostics == message && result.code == .usage)
    }

    @Test("the help marks optional values")
    func help() {
        let help = system.run("stats", "--help").text
        for signature in ["--day [DAY]", "--week [DAY]", "--month [MONTH]", "--year [YEAR]", "--from TIME"] {
            #expect(help.contains(signature))
        }
    }

    @Test("an empty result names the selected receiver", arguments: ["stats", "track"])
    func unknownReceiver(command: String) throws {
        let history = try ScratchHistory(ScratchHistory.points(from: "2026-03-30T08:00:00Z", count: 3, every: 1))
        let result = history.run(command, "--device", "bike", in: system)
        #expect(
            result.diagnostics == "no fix of bike between 2026-03-30 00:00:00 +02:00 and 2026-03-30 23:59:59 +02:00")
    }

    @Test("only one period may be given")
    func usage() {
        let result = system.run("stats", "--week", "--day", "today")
        #expect(result.diagnostics == "--day and --week cannot be combined")
        #expect(result.code == .usage)
    }

    @Test("what no vehicle can have done is named with its number, of a day, a week and a year")
    func leftOut() throws {
        let points = try ScratchHistory.points(from: "2026-03-30T08:00:00Z", count: 600, every: 1)
        let history = try ScratchHistory(
            points.enumerated().map { index, point in
                guard (300..<400).contains(index) else { return point }
                var fix = point.fix
                fix.coordinate = point.coordinate.moved(north: 0, east: 33_000)
                return try #require(TrackPoint(fix, motion: point.motion))
            })
        for span in ["--day", "--week", "--year"] {
            let text = history.run("stats", span, in: system).text
            let line = text.split(separator: "\n").first { $0.hasPrefix("left out") }
            #expect(line?.hasSuffix("  2 jumps that no vehicle can make") == true, "\(text)")
        }
    }
}
