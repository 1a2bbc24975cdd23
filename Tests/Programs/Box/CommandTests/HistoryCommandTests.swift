import Basics
import Command
import CommandLine
import Configuration
import History
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

    @Test(
        "prune removes the fixes of a receiver and of a span only, and a dry run counts them",
        arguments: [
            (
                ["--from", "10:00", "--to", "11:00"], 7,
                "between 2026-03-30 10:00:00 +02:00 and 2026-03-30 11:00:00 +02:00"
            ),
            (
                ["--from", "10:00", "--before", "11:00"], 6,
                "between 2026-03-30 10:00:00 +02:00 and 2026-03-30 11:00:00 +02:00"
            ),
            (["--device", "/dev/ttyUSB0", "--to", "10:00"], 13, "of /dev/ttyUSB0 up to 2026-03-30 10:00:00 +02:00"),
            (["--device", "/dev/ttyUSB0"], 36, "of /dev/ttyUSB0 in the history"),
            (["--device", "phone"], 0, "of phone in the history"),
        ])
    func pruneSelection(options: [String], count: Int, text: String) throws {
        let history = try history()
        let preview = history.run(["history", "prune", "--dry-run"] + options, in: system)
        #expect(preview.text.hasPrefix("would remove \(count) fixes \(text)\(count == 0 ? "\n" : ": ")"))
        #expect(history.run("history", "--format=json", in: system).text.hasPrefix("{\"fixes\":36,"))
        let result = history.run(["history", "prune"] + options, in: system)
        #expect(result.text.hasPrefix("removed \(count) fixes \(text); its size"))
        #expect(history.run("history", "--format=json", in: system).text.hasPrefix("{\"fixes\":\(36 - count),"))
        let json = history.run(
            ["history", "prune", "--from", "10:00", "--dry-run", "--format=json"] + ["--device=x"], in: system)
        #expect(json.text == "{\"wouldRemove\":0,\"device\":\"x\",\"from\":\"2026-03-30T08:00:00.000Z\"}\n")
    }

    @Test("imports are listed and undone, with the same content in text and JSON")
    func imports() throws {
        let history = try history()
        #expect(history.run("history", "imports", in: system).code == .nothingKnown)
        #expect(history.run("history", "imports", "--format=json", in: system).text == "{\"imports\":[]}\n")
        let store = try SQLiteHistory(path: history.directory.file("history.db"), access: .readWrite)
        let points = try ScratchHistory.points(from: "2026-03-30T08:00:00Z", count: 10, every: 60, device: "import")
        let id = try store.recordImport(nil, source: "rides/a.gpx", format: "GPX", at: Self.now)
        _ = try store.recordImport(id, source: "b.csv", format: "CSV", at: Self.now)
        _ = try store.bulkAppend(points, of: id)
        let row = "1  2026-03-30 14:00:00 +02:00  GPX, CSV  10 fixes  rides/a.gpx and 1 more\n"
        #expect(history.run("history", "imports", in: system).text == row)
        let members = #""id":1,"time":"2026-03-30T12:00:00.000Z","file":"rides/a.gpx","files":2,"format":"GPX, CSV""#
        let json = "{\"imports\":[{\(members),\"points\":10,\"remaining\":10}]}\n"
        #expect(history.run("history", "imports", "--format=json", in: system).text == json)
        let span = "2026-03-30 10:00:00 +02:00 to 2026-03-30 10:09:00 +02:00"
        let what = "10 fixes of import 1, rides/a.gpx and 1 more: \(span)"
        #expect(history.run("history", "undo", "1", "--dry-run", in: system).text == "would remove \(what)\n")
        #expect(
            history.run("history", "undo", "1", in: system).text.hasPrefix("removed \(what); its size changed from "))
        #expect(history.run("history", "--format=json", in: system).text.hasPrefix("{\"fixes\":36,"))
        for again in [["1"], ["1", "--dry-run"], ["2"]] {
            let result = history.run(["history", "undo"] + again, in: system)
            #expect(result.diagnostics == "no import \(again[0]) is known; whereismy history imports lists them")
            #expect(result.code == .failure)
        }
    }

    @Test("the result of an undo is the same in JSON, and damage makes it fail")
    func undoJSON() throws {
        let history = try ScratchHistory([])
        let store = try SQLiteHistory(path: history.directory.file("history.db"), access: .readWrite)
        let points = try ScratchHistory.points(from: "2026-03-30T08:30:00Z", count: 4, every: 1200, device: "import")
        let id = try store.recordImport(nil, source: "a.gpx", format: "GPX", at: Self.now)
        _ = try store.bulkAppend(points, of: id)
        let span = #""first":"2026-03-30T08:30:00.000Z","last":"2026-03-30T09:30:00.000Z""#
        let preview = history.run("history", "undo", "1", "--dry-run", "--format=json", in: system).text
        #expect(preview == "{\"wouldRemove\":4,\"id\":1,\"file\":\"a.gpx\",\(span)}\n")
        try history.damage()
        let part = #""first":"2026-03-30T09:10:00.000Z","last":"2026-03-30T09:30:00.000Z""#
        let damaged = history.run("history", "undo", "1", "--format=json", in: system)
        #expect(damaged.text.hasPrefix("{\"removed\":2,\"id\":1,\"file\":\"a.gpx\",\(part),\"bytesBefore\":"))
        #expect(damaged.code == .failure && damaged.diagnostics.hasPrefix("unreadable: segment of import from "))
    }

    @Test("vacuum preserves every fix")
    func vacuum() throws {
        let history = try history()
        #expect(history.run("history", "vacuum", in: system).text.hasPrefix("packed; its size changed from "))
        #expect(history.run("history", "info", "--format", "json", in: system).text.hasPrefix("{\"fixes\":36,"))
    }

    @Test("no action creates a history", arguments: ["info", "verify", "imports", "undo", "prune", "vacuum"])
    func absent(action: String) throws {
        let directory = try ScratchDirectory()
        let more = ["prune": ["--before", "today"], "undo": ["1"]][action] ?? []
        let result = system.run(["history", action, "--state-directory", directory.path] + more)
        #expect(result.code == .failure)
        #expect(result.diagnostics.contains("no history"))
        #expect(directory.names == [])
    }

    @Test(
        "invalid arguments are rejected with the accepted ones",
        arguments: [
            (["inof"], "history: unknown action \"inof\", did you mean info?"),
            (["info", "--before", "2h"], "--before is only for prune"),
            (["prune"], "prune needs a time or a receiver: --before 2026-01-31 or --device DEVICE"),
            (["imports", "--device", "a"], "--device is only for prune"),
            (["verify", "--dry-run"], "--dry-run is only for prune and undo"),
            (["prune", "--before", "2h", "--to", "1h"], "--before cannot be combined with --to"),
            (
                ["prune", "--from", "2026-01-02", "--before", "2026-01-01"],
                "--from: 2026-01-01T23:00:00.000Z is after --before, 2025-12-31T23:00:00.000Z"
            ),
            (["undo"], "history undo needs a number: an ID of history imports"),
            (["undo", "0"], "\"0\" is no ID of an import; whereismy history imports lists them"),
            (["undo", "all"], "\"all\" is no ID of an import; whereismy history imports lists them"),
        ])
    func usage(arguments: [String], message: String) {
        let result = FakeSystem(now: Self.now).run(["history"] + arguments)
        #expect(result.diagnostics == message)
        #expect(result.code == .usage)
    }
}
