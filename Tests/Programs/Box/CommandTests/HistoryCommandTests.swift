import Basics
import Command
import CommandLine
import Configuration
import Linux
import Location
import TestSupport
import Testing

struct HistoryCommandTests {
    private static let now = Timestamp(CivilTime(year: 2026, month: 3, day: 30, hour: 12))
    private let system = FakeSystem(now: now, clock: .berlin)

    private func history() throws -> ScratchHistory {
        try ScratchHistory(
            ScratchHistory.points(from: "2026-03-30T06:00:00Z", count: 36, every: 600), sealedBefore: Self.now,
            occurrences: [PlaceEvent.Kind.enter, .leave].map {
                PlaceEvent($0, place: "Home", moment: Self.now, since: Self.now)
            })
    }

    @Test("info has the same content in text and JSON")
    func info() throws {
        let history = try history()
        let json = history.run("history", "info", "--format", "json", in: system).text
        #expect(json.hasPrefix("{\"fixes\":36,\"recent\":0,\"events\":2,\"segments\":6,\"bytes\":"))
        #expect(json.contains("\"first\":\"2026-03-30T06:00:00.000Z\",\"last\":\"2026-03-30T11:50:00.000Z\""))
        #expect(json.hasSuffix("\"devices\":[\"/dev/ttyUSB0\"],\"gaps\":[]}\n"))
        let text = history.run("history", "info", in: system).text
        #expect(text.contains("fixes     36, 0 of them not sealed yet\nevents    2\nsegments  6\n"))
        #expect(text.contains("first     2026-03-30 08:00:00 +02:00\nlast      2026-03-30 13:50:00 +02:00\n"))
    }

    @Test("the daemon writes the last seconds for what reads the fixes, within 3 s, not for events and verify")
    func flushes() throws {
        let history = try history()
        for (arguments, count) in [(["history", "info"], 1), (["history", "verify"], 0), (["events"], 0)] {
            let system = FakeSystem(now: Self.now, response: .success(FakeSystem.reply("{}")))
            #expect(history.run(arguments + ["--runtime-directory", "/run/whereismy"], in: system).code == .success)
            #expect(system.requestLines == Array(repeating: "POST /v1/history/flush HTTP/1.0", count: count))
            #expect(system.timeouts == Array(repeating: .seconds(3), count: count))
        }
        let other = FakeSystem(now: Self.now, response: .success(FakeSystem.reply("{}")))
        #expect(other.run("status").code != .usage && other.timeouts.allSatisfy { $0 == .seconds(10) })
        #expect(!other.timeouts.isEmpty)
    }

    @Test("verify reports no damage, then the damaged segment")
    func verify() throws {
        let history = try history()
        let good = history.run("history", "verify", in: system)
        #expect(good.text == "36 fixes and 2 events are readable, 6 segments checked: no damage\n")
        #expect(good.code == .success)
        try history.damage()
        let text = history.run("history", "verify", in: system)
        #expect(text.text.hasPrefix("damaged: segment of /dev/ttyUSB0 from 2026-03-30T06:00:00.000Z to "))
        #expect(text.code == .failure)
        let json = history.run("history", "verify", "--format", "json", in: system)
        let counts = "\"fixes\":30,\"events\":2,\"segments\":6"
        #expect(json.text.hasPrefix("{\"good\":false,\(counts),\"damaged\":[{\"device\":\"/dev/tty"))
        #expect(json.code == .failure)
    }

    @Test("prune reports what it removed")
    func prune() throws {
        let history = try history()
        let result = history.run("history", "prune", "--before", "10:00", in: system)
        let start = "removed 12 fixes from before 2026-03-30 10:00:00 +02:00; "
        #expect(result.text.hasPrefix(start + "its size changed from "))
        #expect(result.code == .success)
        #expect(history.run("history", "info", "--format", "json", in: system).text.hasPrefix("{\"fixes\":24,"))
        let json = history.run("history", "prune", "--before", "11:00", "--format=json", in: system).text
        let preview = history.run(
            "history", "prune", "--before", "2026-03-30 13:00", "--dry-run", in: FakeSystem(clock: .berlin))
        #expect(preview.text.hasPrefix("would remove ") && preview.code == .success)
        #expect(json.hasPrefix("{\"removed\":6,\"before\":\"2026-03-30T09:00:00.000Z\",\"bytesBefore\":"))
    }

    @Test("vacuum preserves every fix")
    func vacuum() throws {
        let history = try history()
        #expect(history.run("history", "vacuum", in: system).text.hasPrefix("packed; its size changed from "))
        #expect(history.run("history", "info", "--format", "json", in: system).text.hasPrefix("{\"fixes\":36,"))
    }

    @Test("no action creates a history", arguments: ["info", "verify", "prune", "vacuum"])
    func absent(action: String) throws {
        let directory = try ScratchDirectory()
        let options = action == "prune" ? ["--before", "today"] : []
        let result = system.run(["history", action, "--state-directory", directory.path] + options)
        #expect(result.code == .failure)
        #expect(result.diagnostics.contains("no history"))
        #expect(directory.names == [])
    }

    @Test(
        "invalid arguments are rejected with the accepted ones",
        arguments: [
            (["inof"], "history: unknown action \"inof\", did you mean info?"),
            (["info", "--before", "2h"], "--before is only for prune"),
            (["prune"], "prune needs a time: --before 2026-01-31"),
        ])
    func usage(arguments: [String], message: String) {
        let result = system.run(["history"] + arguments)
        #expect(result.diagnostics == message)
        #expect(result.code == .usage)
    }
}
