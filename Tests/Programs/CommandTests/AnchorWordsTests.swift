import Basics
import Command
import Configuration
import Location
import Testing
import Wire

/// The anchor watch in the output of `last` and `status`.
struct AnchorWordsTests {
    private static let file = "/var/lib/whereismy/anchor.json"

    /// An anchor watch 45 m north of the sample position.
    private static func watch(dragging: Bool = false, lost: Bool = false) -> [UInt8] {
        Array(
            ("{\"latitude\":-37.809565,\"longitude\":144.963263,\"radius\":40,\"set\":\"2025-12-31T23:00:00.000Z\","
                + "\"dragging\":\(dragging),\"lost\":\(lost)}\n").utf8)
    }

    private static func world(
        _ watch: [UInt8]?, _ state: TrackingState = .live, runs: Bool = true, now: Timestamp = FakeWorld.now
    ) -> FakeWorld {
        var files = [FakeWorld.report: SampleReport.file(state)]
        files[file] = watch
        return FakeWorld(daemonRuns: runs, files: files, now: now)
    }

    private func row(_ world: FakeWorld) -> String? {
        world.run("status").text.split(separator: "\n").first { $0.hasPrefix("anchor ") }.map(String.init)
    }

    private func first(_ world: FakeWorld) -> String? {
        world.run("last").text.split(separator: "\n").first.map(String.init)
    }

    private static let around = "40 m around -37.809565, 144.963263, since 2026-01-01 00:00:00"

    @Test("a holding anchor is only a row of the status")
    func holding() {
        let world = Self.world(Self.watch())
        #expect(row(world) == "anchor    holds, 45 m from it, \(Self.around)")
        #expect(first(world) == "-37.809969, 144.963264 (± 5.5 m)")
        #expect(row(Self.world(nil)) == nil)
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
            (watch(), .live, false, "NOT WATCHED: the daemon is not running, 45 m from it when last known"),
        ] as [([UInt8], TrackingState, Bool, String)])
    func trouble(watch: [UInt8], state: TrackingState, runs: Bool, words: String) {
        let world = Self.world(watch, state, runs: runs)
        #expect(row(world) == "anchor    \(words), \(Self.around)")
        #expect(first(world) == "ANCHOR \(words), 40 m allowed")
        // The exit code depends on the position only.
        #expect(world.run("last").code == (state == .live && runs ? .success : .lastKnownOnly))
    }

    @Test("a minute without a position is an alarm even if the daemon, which may hang, reports none")
    func blind() {
        let early = Self.world(Self.watch(), .noFix, now: SampleReport.received + .seconds(59))
        #expect(first(early)?.hasPrefix("the receiver has no position") == true)
        let late = Self.world(Self.watch(), .noFix, now: SampleReport.received + .seconds(60))
        #expect(first(late)?.hasPrefix("ANCHOR NOT WATCHED: no current position, 45 m") == true)
    }

    @Test("an unreadable file is reported, and output for programs does not change")
    func damaged() {
        let world = Self.world(Array("{\u{1B}".utf8))
        let words = "NOT WATCHED: \(Self.file): "
        #expect(row(world)?.hasPrefix("anchor    \(words)") == true, "\(row(world) ?? "")")
        #expect(first(world)?.hasPrefix("ANCHOR \(words)") == true)
        let odd = FakeWorld(files: [FakeWorld.report: SampleReport.file()], directories: [Self.file: []])
        #expect(row(odd) == "anchor    \(words)Is a directory")
        #expect(first(odd) == "ANCHOR \(words)Is a directory")
        let denied = Self.world([])
        #expect(row(denied) == "anchor    unreadable: \(Self.file): Permission denied")
        #expect(first(denied) == first(Self.world(nil)))
        for format in ["json", "geo"] {
            let dragging = Self.world(Self.watch(dragging: true)).run("last", "--format", format)
            #expect(dragging == Self.world(nil).run("last", "--format", format))
        }
    }
}
