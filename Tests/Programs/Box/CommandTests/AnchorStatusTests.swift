import Basics
import Command
import CommandLine
import Configuration
import Location
import Testing
import Wire

/// The anchor watch in the output of `last` and `status`.
struct AnchorStatusTests {
    private static let file = "/var/lib/whereismy/anchor.json"

    /// An anchor watch 45 m north of the sample position.
    private static func watch(dragging: Bool = false, lost: Bool = false) -> [UInt8] {
        Array(
            ("{\"latitude\":-37.809565,\"longitude\":144.963263,\"radius\":40,\"set\":\"2025-12-31T23:00:00.000Z\","
                + "\"dragging\":\(dragging),\"lost\":\(lost)}\n").utf8)
    }

    private static func system(
        _ watch: [UInt8]?, _ state: TrackingState = .live, runs: Bool = true, now: Timestamp = FakeSystem.now
    ) -> FakeSystem {
        var files = [FakeSystem.report: SampleReport.file(state)]
        files[file] = watch
        return FakeSystem(daemonRuns: runs, files: files, now: now)
    }

    private func row(_ system: FakeSystem) -> String? {
        system.run("status").text.split(separator: "\n").first { $0.hasPrefix("anchor ") }.map(String.init)
    }

    private func first(_ system: FakeSystem) -> String? {
        system.run("last").text.split(separator: "\n").first.map(String.init)
    }

    private static let around = "40 m around -37.809565, 144.963263, since 2026-01-01 00:00:00 +01:00"

    @Test("a holding anchor is only a row of the status")
    func holding() {
        let system = Self.system(Self.watch())
        #expect(row(system) == "anchor    holds, 45 m from it, \(Self.around)")
        #expect(first(system) == "-37.809969, 144.963264 (± 5.5 m)")
        #expect(row(Self.system(nil)) == nil)
    }

    @Test(
        "an alarm comes first, in capitals",
        arguments: [
            (watch(dragging: true), .live, true, "DRAGGING, 45 m from it"),
            (watch(dragging: true, lost: true), .noFix, true, "DRAGGING, 45 m from it when last known"),
            (
                watch(dragging: true), .live, false,
                "DRAGGING and not watched: the daemon is not running, 45 m from it when last known"
            ),
            (
                watch(lost: true), .noFix, true,
                "NOT WATCHED: no current position, 45 m from it when last known"
            ),
            (
                watch(), .contradicted, true,
                "UNSURE: the receiver's position cannot be true, 45 m from it when last known"
            ),
            (
                watch(dragging: true), .contradicted, true,
                "UNSURE: the receiver's position cannot be true, 45 m from it when last known"
            ),
            (watch(), .live, false, "NOT WATCHED: the daemon is not running, 45 m from it when last known"),
        ] as [([UInt8], TrackingState, Bool, String)])
    func trouble(watch: [UInt8], state: TrackingState, runs: Bool, expected: String) {
        let system = Self.system(watch, state, runs: runs)
        #expect(row(system) == "anchor    \(expected), \(Self.around)")
        #expect(first(system) == "ANCHOR \(expected), 40 m allowed")
        // The exit code depends on the position only.
        #expect(system.run("last").code == (state == .live && runs ? .success : .lastKnownOnly))
    }

    @Test("the coordinates and units are those that the user has chosen")
    func style() {
        let display = ["--coordinates", "ddm", "--units", "imperial"]
        let system = Self.system(Self.watch(dragging: true))
        let rows = system.run(["status"] + display).text.split(separator: "\n")
        let shape = "131 ft around 37°48.574′S 144°57.796′E"
        #expect(
            rows.first { $0.hasPrefix("anchor ") }
                == "anchor    DRAGGING, 147 ft from it, \(shape), since 2026-01-01 00:00:00 +01:00")
        let line = system.run(["last"] + display).text.split(separator: "\n").first
        #expect(line == "ANCHOR DRAGGING, 147 ft from it, 131 ft allowed")
    }

    @Test("a minute without a position is an alarm even if the daemon, which may hang, reports none")
    func blind() {
        let early = Self.system(Self.watch(), .noFix, now: SampleReport.received + .seconds(59))
        #expect(first(early)?.hasPrefix("the receiver has no position") == true)
        let late = Self.system(Self.watch(), .noFix, now: SampleReport.received + .seconds(60))
        #expect(first(late)?.hasPrefix("ANCHOR NOT WATCHED: no current position, 45 m") == true)
    }

    @Test("the JSON of a running daemon has the watch of its report, and only a current distance")
    func json() throws {
        var report = SampleReport.report()
        report.anchor = SampleReport.anchor
        let system = { (runs: Bool, now: Timestamp) in
            FakeSystem(daemonRuns: runs, files: [FakeSystem.report: ReportJSON.encode(report)], now: now)
        }
        let anchor = { (system: FakeSystem) in
            try ReportJSON.decode(system.run("last", "--format", "json").output).anchor
        }
        #expect(try anchor(system(true, FakeSystem.now)) == SampleReport.anchor)
        var lost = SampleReport.anchor
        lost.locate(from: nil)
        #expect(try anchor(system(true, SampleReport.received + .seconds(59))) == lost)
        lost.isLost = true
        #expect(try anchor(system(true, SampleReport.received + .seconds(60))) == lost)
        #expect(try anchor(system(false, FakeSystem.now)) == lost)
    }

    @Test("the JSON of a stopped daemon has the watch of the file, which nothing watches")
    func stopped() throws {
        let system = Self.system(Self.watch(dragging: true), runs: false)
        let anchor = try ReportJSON.decode(system.run("last", "--format", "json").output).anchor
        #expect(anchor?.isDragging == true && anchor?.isLost == true && anchor?.distance == nil)
    }

    @Test("an unreadable file is reported, and output for programs does not change")
    func damaged() {
        let system = Self.system(Array("{\u{1B}".utf8))
        let expected = "NOT WATCHED: \(Self.file): "
        #expect(row(system)?.hasPrefix("anchor    \(expected)") == true, "\(row(system) ?? "")")
        #expect(first(system)?.hasPrefix("ANCHOR \(expected)") == true)
        let odd = FakeSystem(files: [FakeSystem.report: SampleReport.file()], directories: [Self.file: []])
        #expect(row(odd) == "anchor    \(expected)Is a directory")
        #expect(first(odd) == "ANCHOR \(expected)Is a directory")
        let denied = Self.system([])
        #expect(row(denied) == "anchor    unreadable: \(Self.file): Permission denied")
        #expect(first(denied) == first(Self.system(nil)))
        for format in ["json", "geo"] {
            let dragging = Self.system(Self.watch(dragging: true)).run("last", "--format", format)
            #expect(dragging == Self.system(nil).run("last", "--format", format))
        }
    }
}
