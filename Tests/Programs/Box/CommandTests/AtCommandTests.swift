import Basics
import Command
import CommandLine
import Configuration
import Linux
import Location
import TestSupport
import Testing
import Wire

struct AtCommandTests {
    /// 10:00:30 in Berlin.
    private static let now = Timestamp(CivilTime(year: 2026, month: 3, day: 30, hour: 8, minute: 0, second: 30))
    private let system = FakeSystem(now: now, clock: .berlin)

    @Test(
        "prints an interpolated position between fixes and the fix at its time",
        arguments: [
            (
                ["2026-03-30", "10:00:15"],
                "2026-03-30 10:00:15 +02:00, between the fixes of 2026-03-30 10:00:10 +02:00 "
                    + "and 2026-03-30 10:00:20 +02:00"
            ), (["10:00:10"], "a fix of 2026-03-30 10:00:10 +02:00"), (["-20s"], "a fix of 2026-03-30 10:00:10 +02:00"),
            (["today", "10:00:10"], "a fix of 2026-03-30 10:00:10 +02:00"),
            (["today 10:00:10"], "a fix of 2026-03-30 10:00:10 +02:00"),
        ])
    func known(time: [String], origin: String) throws {
        let history = try ScratchHistory(ScratchHistory.points(from: "2026-03-30T08:00:00Z", count: 6, every: 10))
        let result = system.run(["at"] + time + ["--state-directory", history.directory.path])
        #expect(result.code == .success)
        #expect(result.lines.count == 3)
        #expect(result.lines.dropFirst().first.map(String.init) == origin)
        let json = system.run(["at", "--format=json"] + time + ["--state-directory", history.directory.path])
        let isBetween = origin.contains("between")
        #expect(json.text.hasPrefix("{\"state\":\"\(isBetween ? "between" : "fix")\","))
        #expect(json.text.contains("\"latitude\":\(isBetween ? "48.00015" : "48.0001"),\"longitude\":11"))
        #expect(result.text.hasPrefix(isBetween ? "48.000150, 11.000000 (± " : "48.000100, 11.000000 (± 5.0 m)"))
    }

    @Test(
        "an unknown position is reported with the adjacent fixes",
        arguments: [
            (
                "2026-03-30T09:00Z",
                "not known: no fix between 2026-03-30 10:00:50 +02:00 and 2026-03-30 12:00:00 +02:00\n"
            ),
            ("2026-03-30T07:00Z", "not known: no fix before 2026-03-30 10:00:00 +02:00\n"),
            ("2026-03-31", "not known: no fix after 2026-03-30 12:00:50 +02:00\n"),
        ])
    func unknown(time: String, expected: String) throws {
        let points = try ["08", "10"].flatMap {
            try ScratchHistory.points(from: "2026-03-30T\($0):00:00Z", count: 6, every: 10)
        }
        let history = try ScratchHistory(points)
        let result = history.run("at", time, in: system)
        #expect(result.text == expected)
        #expect(result.code == .nothingKnown)
        let json = history.run("at", time, "--format", "json", in: system)
        #expect(json.text.hasPrefix("{\"state\":\"unknown\",\"timestamp\":"))
        #expect(json.code == .nothingKnown)
    }

    @Test("between two fixes at one place, the position is that place")
    func gapAtOnePlace() throws {
        let points =
            try ScratchHistory.points(from: "2026-03-30T08:00:00Z", count: 1, every: 10)
            + ScratchHistory.points(from: "2026-03-30T14:00:00Z", count: 2, every: 10)
        let history = try ScratchHistory([points[0], points[2]])
        let result = history.run("at", "2026-03-30 12:00", in: system)
        #expect(result.text.hasPrefix("48.000033, 11.000000 (accuracy unknown)\n"))
        let times = "2026-03-30 10:00:00 +02:00 and 2026-03-30 16:00:10 +02:00"
        #expect(result.lines[1] == "between fixes 11 m apart at \(times)")
        #expect(result.code == .success)
        let json = history.run("at", "2026-03-30 12:00", "--format", "json", in: system).text
        #expect(json.hasPrefix("{\"state\":\"between\",\"timestamp\":\"2026-03-30T10:00:00.000Z\","))
        #expect(json.contains("\"gapDistance\":11.1,") && !json.contains("\"latitude\":48.000033,\"horizontal"))
    }

    @Test("the present is answered from the report of the daemon")
    func present() throws {
        var report = SampleReport.report()
        report.fix?.timestamp = SampleReport.received
        let history = try ScratchHistory([])
        let system = FakeSystem(files: [FakeSystem.report: ReportJSON.encode(report)])
        let options = ["--state-directory", history.directory.path]
        #expect(system.run(["at", "now"] + options).code == .nothingKnown)
        let current = system.run(["at", "now", "--runtime-directory", "/run/whereismy"] + options)
        #expect(current.code == .success && current.lines.dropFirst().first == "a fix of 2026-01-01 01:06:52 +01:00")
        let other = system.run(["at", "now", "--runtime-directory", "/run/whereismy", "--device", "b"] + options)
        #expect(other.text == "not known: no fix at all\n")
        for time in ["1h", "2026-02-01"] {
            let result = system.run(["at", time, "--runtime-directory", "/run/whereismy"] + options)
            #expect(result.code == .nothingKnown)
        }
        let stopped = FakeSystem(daemonRuns: false, files: [FakeSystem.report: ReportJSON.encode(report)])
        let result = stopped.run(["at", "now", "--runtime-directory", "/run/whereismy"] + options)
        #expect(result.text == "not known: no fix after 2026-01-01 01:06:52 +01:00\n")
    }

    @Test("the present needs no history, the past does")
    func presentWithoutHistory() throws {
        var report = SampleReport.report()
        report.fix?.timestamp = SampleReport.received
        let directory = try ScratchDirectory()
        let system = FakeSystem(files: [FakeSystem.report: ReportJSON.encode(report)])
        let options = ["--state-directory", directory.path, "--runtime-directory", "/run/whereismy"]
        let current = system.run(["at", "now"] + options)
        #expect(current.code == .success && current.lines.dropFirst().first == "a fix of 2026-01-01 01:06:52 +01:00")
        for arguments in [["at", "1h"], ["at", "now", "--device", "b"]] {
            let result = system.run(arguments + options)
            #expect(result.code == .failure && result.text.isEmpty)
        }
        report.age = .seconds(11)
        let stale = FakeSystem(files: [FakeSystem.report: ReportJSON.encode(report)])
        let last = stale.run(["at", "now"] + options)
        #expect(last.code == .nothingKnown && last.text == "not known: no fix after 2026-01-01 01:06:52 +01:00\n")
    }

    @Test("a place on both sides of a gap is not the position if another receiver was elsewhere in that gap")
    func contradiction() throws {
        let points =
            try ScratchHistory.points(from: "2026-03-30T08:00:00Z", count: 1, every: 10, device: "/dev/a")
            + ScratchHistory.points(from: "2026-03-30T10:00:00Z", count: 600, every: 1, device: "/dev/b").suffix(1)
            + ScratchHistory.points(from: "2026-03-30T14:00:00Z", count: 1, every: 10, device: "/dev/a")
        let history = try ScratchHistory(points)
        for time in ["11:00", "13:00"] {
            let result = history.run("at", "2026-03-30 \(time)", in: system)
            #expect(result.code == .nothingKnown && result.text.hasPrefix("not known: no fix between"))
            let own = history.run("at", "2026-03-30 \(time)", "--device", "/dev/a", in: system)
            #expect(own.code == .success && own.lines[1].hasPrefix("between fixes 0 m apart"))
        }
    }

    @Test("one of two alternating receivers can be selected")
    func receivers() throws {
        let points =
            try ScratchHistory.points(from: "2026-03-30T08:00:00Z", count: 6, every: 10, device: "/dev/a")
            + ScratchHistory.points(from: "2026-03-30T08:00:17Z", count: 1, every: 10, device: "/dev/b")
        let history = try ScratchHistory(points)
        #expect(history.run("at", "10:00:15", in: system).code == .success)
        #expect(history.run("at", "10:00:15", "--device", "/dev/b", in: system).code == .nothingKnown)
    }

    @Test("a missing or malformed time is rejected with the accepted forms")
    func usage() {
        #expect(system.run("at").diagnostics == "at needs a time; accepted: \(examples)")
        #expect(system.run("at", "noon").diagnostics == "\"noon\" is not a time; expected \(examples)")
        #expect(system.run("at", "noon").code == .usage)
    }

    private let examples =
        "2026-01-31, 2026-01-31 10:30, 10:30, 2026-01-31T10:30:00Z, 2h, 10min, today, yesterday 10:30"
}
