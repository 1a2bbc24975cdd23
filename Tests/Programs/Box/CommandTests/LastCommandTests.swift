import Basics
import Command
import CommandLine
import Configuration
import Location
import Testing
import Wire

struct LastCommandTests {
    @Test(
        "coordinates and units are those of the options, otherwise of the configuration",
        arguments: [
            ([], "37°48.598′S 144°57.796′E (± 18.0 ft)"),
            (["--units", "nautical"], "37°48.598′S 144°57.796′E (± 5.5 m)"),
            (["--coordinates", "utm"], "55H 320710 5813314 (± 18.0 ft)"),
            (["--coordinates=dd", "--units=metric"], "-37.809969, 144.963264 (± 5.5 m)"),
        ])
    func display(options: [String], expected: String) {
        let settings = "[display]\ncoordinates = ddm\nunits = imperial\n"
        let system = FakeSystem(files: [
            FakeSystem.report: SampleReport.file(), "/etc/whereismy/whereismy.conf": Array(settings.utf8),
        ])
        #expect(system.run(["last"] + options).lines.first.map(String.init) == expected)
        #expect(system.run("last", "--units", "parsecs").code == .usage)
    }

    private static let live = FakeSystem(files: [FakeSystem.report: SampleReport.file()])

    @Test("text has the position, accuracy, age and a link")
    func text() {
        let result = Self.live.run()
        #expect(
            result.text == """
                -37.809969, 144.963264 (± 5.5 m)
                live, 10 s ago
                https://www.openstreetmap.org/?mlat=-37.809969&mlon=144.963264#map=19/-37.809969/144.963264

                """)
        #expect(result.diagnostics.isEmpty)
        #expect(result.code == .success)
        #expect(Self.live.run("last") == result)
        #expect(Self.live.run("last", "--format=text") == result)
    }

    @Test("in motion, the second line is the position now, of the moment of the command, for 5 s")
    func now() {
        let files = [FakeSystem.report: ReportJSON.encode(SampleReport.moving())]
        func run(after seconds: Double, _ arguments: String...) -> [String] {
            let system = FakeSystem(files: files, now: SampleReport.received + Duration.seconds(seconds))
            return system.run(arguments).lines.map(String.init)
        }
        let lines = run(after: 1.1, "last")
        #expect(lines[1] == "now -37.809969, 144.963605 (± 7.8 m), 1.5 s on by speed and course")
        #expect(run(after: 1.1, "last", "--field", "now.bridged") == ["1.5"])
        #expect(lines[0] == "-37.809969, 144.963264 (± 5.5 m)" && lines[2] == "live, just now")
        #expect(run(after: 4.7, "last")[1] == "live, 4 s ago")
        #expect(run(after: 1.1, "last", "--format", "geo") == ["geo:-37.809969,144.963264;u=5.5"])
    }

    @Test("the state comes before a position that is not current")
    func notCurrent() {
        let result = FakeSystem(files: [FakeSystem.report: SampleReport.file(.noFix)]).run()
        let expected = "the receiver has no position; last known position, 10 s ago\n"
        #expect(result.text.hasPrefix(expected + "-37.809969, 144.963264 (± 5.5 m)\nhttps://"))
        #expect(result.code == .lastKnownOnly)
    }

    @Test("the place precedes a current position, and follows the state of an old one")
    func place() {
        var report = SampleReport.report()
        report.place = NearbyPlace(name: "Melbourne", region: "Victoria", country: "AU", distance: 840, bearing: 41)
        report.inside = ["Home"]
        let live = FakeSystem(files: [FakeSystem.report: ReportJSON.encode(report)]).run()
        let expected = "At Home · 0.8 km south-west of Melbourne, Victoria, AU\n-37.809969, 144.963264 (± 5.5 m)\n"
        #expect(live.text.hasPrefix(expected + "live, 10 s ago\nhttps://"))
        report.state = .noFix
        let late = FakeSystem(files: [FakeSystem.report: ReportJSON.encode(report)]).run()
        #expect(late.text.hasPrefix("the receiver has no position; last known position, 10 s ago\n" + expected))
    }

    @Test("a contradicted receiver is never current: the last trusted position, the claim, since when and why")
    func contradicted() {
        let system = FakeSystem(files: [FakeSystem.report: ReportJSON.encode(SampleReport.contradicted())])
        let result = system.run()
        #expect(
            result.text == """
                the receiver's position cannot be true; last trusted position, 10 s ago
                -37.809969, 144.963264 (± 5.5 m)
                https://www.openstreetmap.org/?mlat=-37.809969&mlon=144.963264#map=19/-37.809969/144.963264
                the receiver claims -37.000000, 144.963264 (± 5.5 m), 89.9 km from the last trusted position
                contradicted since 2026-01-01 01:06:00 +01:00: 90 km in 1 s (jump); 9 of 9 satellites\u{FFFD} (sky-leap)

                """)
        #expect(result.code == .lastKnownOnly)
        #expect(system.run("last", "--field", "state").text == "contradicted\n")
        #expect(system.run("last", "--format", "geo").code == .lastKnownOnly)
    }

    @Test("a doubtful receiver is current, with a warning")
    func doubtful() {
        var report = SampleReport.report()
        report.integrity = Integrity(
            level: .doubtful, since: SampleReport.received, reasons: [Integrity.Reason(code: .jamming, detail: "60 %")])
        let result = FakeSystem(files: [FakeSystem.report: ReportJSON.encode(report)]).run()
        #expect(result.code == .success && result.text.contains("\nlive, 10 s ago\n"))
        #expect(result.text.hasSuffix("\ndoubtful since 2026-01-01 01:06:52 +01:00: 60 % (jamming)\n"))
    }

    @Test("JSON is the report with its current age and state")
    func json() throws {
        let system = FakeSystem(daemonRuns: false, files: [FakeSystem.report: SampleReport.file()])
        let result = system.run("--format", "json")
        #expect(result.output.last == UInt8(ascii: "\n"))
        let report = try ReportJSON.decode(result.output)
        #expect(report.state == .stale)
        #expect(report.detail == "the daemon is not running")
        #expect(report.age == .seconds(10))
        #expect(report.fix == SampleReport.report().fix)
        #expect(result.code == .lastKnownOnly)
    }

    @Test("the last detail of a dead daemon is not given as the reason", arguments: TrackingState.allCases)
    func deadDaemon(state: TrackingState) throws {
        let file = SampleReport.file(state, detail: "connection refused")
        let dead = FakeSystem(daemonRuns: false, files: [FakeSystem.report: file]).run("--format", "json")
        #expect(try ReportJSON.decode(dead.output).detail == "the daemon is not running")
        let alive = FakeSystem(files: [FakeSystem.report: file]).run("--format", "json")
        #expect(try ReportJSON.decode(alive.output).detail == "connection refused")
    }

    @Test("prints a geo: URI, with a warning if it is not current")
    func geo() {
        #expect(Self.live.run("--format", "geo").text == "geo:-37.809969,144.963264;u=5.5\n")
        #expect(Self.live.run("--format", "geo").diagnostics.isEmpty)
        let stale = FakeSystem(files: [FakeSystem.report: SampleReport.file(.stale)]).run("last", "--format", "geo")
        #expect(stale.text == "geo:-37.809969,144.963264;u=5.5\n")
        #expect(stale.diagnostics == "stale; last known position, 10 s ago")
        #expect(stale.code == .lastKnownOnly)
    }

    @Test("falls back to the state directory if the daemon is dead and left nothing else")
    func lastReport() {
        let files = [FakeSystem.lastReport: SampleReport.file(.stale)]
        #expect(FakeSystem(daemonRuns: false, files: files).run().code == .lastKnownOnly)
        #expect(FakeSystem(daemonRuns: true, files: files).run().code == .nothingKnown)
        #expect(FakeSystem(daemonRuns: false).run().code == .unreachable)
    }

    @Test(
        "without a known position none is printed",
        arguments: ["text", "json", "geo"])
    func nothing(format: String) {
        let result = FakeSystem(daemonRuns: false).run("--format", format)
        let expected = "the daemon is not running, and no position is known"
        #expect(result.text == (format == "text" ? expected + "\n" : ""))
        #expect(result.diagnostics == (format == "text" ? "" : expected))
        #expect(result.code == .unreachable)
    }

    @Test("an unreadable report is reported with its path")
    func unreadable() {
        let damaged = FakeSystem(files: [FakeSystem.report: Array(#"{"state":"live"}"#.utf8)]).run()
        #expect(damaged == CommandResult(diagnostics: "/run/whereismy/fix.json: since: missing", code: .failure))
        let denied = FakeSystem(files: [FakeSystem.report: []]).run()
        #expect(
            denied.diagnostics
                == "/run/whereismy/fix.json: Permission denied, members of the group whereismy can read it")
        #expect(denied.code == .failure)
    }

    @Test("an unknown accuracy is not invented")
    func unknownAccuracy() {
        var report = SampleReport.report()
        report.fix?.horizontalAccuracy = nil
        let result = FakeSystem(files: [FakeSystem.report: ReportJSON.encode(report)]).run()
        #expect(result.text.hasPrefix("-37.809969, 144.963264 (accuracy unknown)\n"))
    }

    @Test("the configuration determines when a position is stale")
    func configuration() {
        let system = FakeSystem(files: [
            FakeSystem.report: SampleReport.file(), "/my.conf": Array("[tracking]\nstale-after = 5".utf8),
        ])
        #expect(system.run("--config", "/my.conf").code == .lastKnownOnly)
        let broken = FakeSystem(files: ["/etc/whereismy/whereismy.conf": Array("[gpsd]\nx = 1\ny = 2".utf8)]).run()
        #expect(broken.diagnostics.split(separator: "\n").count == 2)
        #expect(broken.code == .failure)
    }
}
