import Basics
import Command
import CommandLine
import Configuration
import Linux
import Location
import Testing
import Wire

struct ExplainCommandTests {
    /// The record of an epoch a number of seconds ago.
    private func record(_ reason: String? = nil, ago seconds: Double, device: String = "/dev/a") -> VerdictRecord {
        var raw = Fix(device: device, mode: .threeDimensional)
        raw.coordinate = Coordinate(latitude: -37.5, longitude: 144.25)
        raw.horizontalAccuracy = HorizontalAccuracy(radius: 4.5, origin: .receiver)
        var record = VerdictRecord(verdict: reason == nil ? "accepted" : "rejected", raw: raw)
        record.reason = reason
        record.explanation = reason.map { "because of \($0)" }
        record.age = .seconds(seconds)
        record.received = FakeSystem.now + .seconds(-seconds)
        return record
    }

    private func system(_ records: [VerdictRecord]) -> FakeSystem {
        system(String(decoding: records.flatMap { EpochJSON.encode($0) + [0x0A] }, as: UTF8.self))
    }

    private func system(_ lines: String) -> FakeSystem {
        FakeSystem(response: .success(FakeSystem.reply(lines, type: "application/x-ndjson")))
    }

    @Test("text has the time, the decision, the input and the reason")
    func text() {
        var run = record("no-position", ago: 1)
        run.raw.coordinate = nil
        run.raw.horizontalAccuracy = nil
        run.received = FakeSystem.now + .seconds(-5)
        run.count = 5
        run.until = FakeSystem.now + .seconds(-1)
        let result = system([record(ago: 6), run]).run("explain")
        #expect(
            result.text == """
                ± is the accuracy that the receiver states for each fix; whereismy shows that of the daemon's estimate
                2026-01-01 01:06:56 +01:00  accepted  3d  -37.500000, 144.250000  ± 4.5 m  /dev/a
                2026-01-01 01:06:57 +01:00 to 2026-01-01 01:07:01 +01:00  rejected no-position 5 times  3d  \
                no position  accuracy unknown  /dev/a
                    because of no-position

                """)
        #expect(result.diagnostics.isEmpty && result.code == .success)
    }

    @Test("text ends with the judgement and the claim of a contradicted receiver")
    func contradicted() {
        let lines = String(decoding: EpochJSON.encode(record(ago: 6)) + [0x0A], as: UTF8.self)
        let fake = FakeSystem(
            files: [FakeSystem.report: ReportJSON.encode(SampleReport.contradicted())],
            response: .success(FakeSystem.reply(lines, type: "application/x-ndjson")))
        #expect(fake.run("explain").lines.suffix(2).first?.hasPrefix("the receiver claims -37.000000, ") == true)
        #expect(fake.run("explain").lines.last?.hasPrefix("contradicted since 2026-01-01 01:06:00 +01:00: ") == true)
        #expect(!fake.run("explain", "--format", "json").text.contains("claims"))
    }

    @Test("a receiver time far from the time of receipt is shown")
    func receiverTime() {
        var late = record("time-implausible", ago: 6)
        late.raw.timestamp = Timestamp(milliseconds: 0)
        var right = record(ago: 5)
        right.raw.timestamp = FakeSystem.now + .seconds(-6)
        let text = system([late, right]).run("explain").text
        #expect(text.contains("    the receiver's time was 1970-01-01 01:00:00 +01:00\n"))
        #expect(text.split(separator: "\n").count == 5)
    }

    @Test("a value used in place of the receiver's is shown")
    func corrected() {
        var moved = record(ago: 6)
        moved.correction = Correction(distance: 1234.52, timeSource: .shifted, weeks: 1024)
        var timed = record(ago: 5)
        timed.correction = Correction(distance: nil, timeSource: .reception)
        let text = system([moved, timed]).run("explain").text
        let expected =
            "    position from the Earth-centred one, 1234.5 m from the one given (gpsd 3.22 freezes some)\n"
            + "    time shifted by 1024 weeks\n"
        #expect(text.contains(expected), "\(text)")
        #expect(text.hasSuffix("\n    time of reception, as the receiver's is missing or impossible\n"))
        #expect(text.split(separator: "\n").count == 6)
    }

    @Test("a rejection later found to be wrong is marked so, and not counted")
    func reinstated() {
        var record = record("implausible-jump", ago: 6)
        record.isReinstated = true
        let expected = "    because of implausible-jump\n    accepted in retrospect, as the following epochs agree\n"
        #expect(system([record]).run("explain").text.contains(expected))
    }

    @Test("JSON lines equal those of a replay")
    func json() throws {
        let records = [record(ago: 6), record("simulated", ago: 5)]
        let result = system(records).run("explain", "--format", "json")
        let lines = result.output.split(separator: 0x0A)
        #expect(try lines.map { try EpochJSON.decode(Array($0)) } == records)
        #expect(result.output.last == 0x0A)
    }

    @Test(
        "requests the latest twenty records, or those selected",
        arguments: [
            ([], "?last=20"), (["--last", "3"], "?last=3"),
            (["--since", "-30s"], "?since=2026-01-01T00%3A06%3A32.311Z"),
            (["--since", "30s", "--last=5"], "?last=5&since=2026-01-01T00%3A06%3A32.311Z"),
            (["--rejected"], "?last=20&rejected=yes"),
            (["--since", "2026-01-01T00:07:00Z"], "?since=2026-01-01T00%3A07%3A00.000Z"),
            (["--since", "01:07:00", "--rejected"], "?since=2026-01-01T00%3A07%3A00.000Z&rejected=yes"),
        ])
    func selection(options: [String], query: String) {
        let system = system([record(ago: 1)])
        #expect(system.run(["explain"] + options).code == .success)
        let head = "GET /v1/verdicts\(query) HTTP/1.0\r\nConnection: close\r\nAccept: application/x-ndjson\r\n\r\n"
        #expect(system.requests == [head])
    }

    @Test("forgotten records are reported before the first")
    func forgotten() {
        var first = record(ago: 60)
        first.discardedUntil = FakeSystem.now + .seconds(-100)
        let expected = "rejections up to 2026-01-01 01:05:22 +01:00 were discarded"
        let lines = system([first, record("simulated", ago: 5)]).run("explain").lines
        #expect(lines.dropFirst().first.map(String.init) == expected)
    }

    @Test("no records are nothing found")
    func nothing() {
        #expect(system([]).run("explain") == CommandResult(diagnostics: "no decisions yet", code: .nothingKnown))
        let calm = system([])
        #expect(calm.run("explain", "--rejected").diagnostics == "no fix was rejected yet")
        #expect(calm.run("explain", "--since", "now").diagnostics == "no decisions since 2026-01-01 01:07:02 +01:00")
    }

    @Test("a missing or unresponsive daemon is reported, by exit code too")
    func unreachable() {
        let dead = FakeSystem(daemonRuns: false).run("explain")
        #expect(dead == CommandResult(diagnostics: "the daemon is not running", code: .unreachable))
        let mute = FakeSystem().run("explain")
        let reason = "\(FakeSystem.socket): No such file or directory"
        #expect(
            mute
                == CommandResult(
                    diagnostics: "the daemon is running but does not respond: \(reason)", code: .unreachable))
        let denied = SystemError("connect", FakeSystem.socket, code: FakeSystem.denied)
        let outsider = FakeSystem(daemonRuns: false, response: .failure(denied)).run("explain")
        let hint = "\(FakeSystem.socket): Permission denied, members of the group whereismy have access"
        #expect(outsider == CommandResult(diagnostics: hint, code: .failure))
    }

    @Test("malformed bytes are an error with the path, and never reach the terminal")
    func hostile() {
        let cut = system(String(decoding: EpochJSON.encode(record(ago: 1)).dropLast(10), as: UTF8.self)).run("explain")
        #expect(
            cut.diagnostics == "\(FakeSystem.socket): the response was truncated; try again" && cut.code == .failure)
        for line in ["{}\n", "[[[[[[[[[[[[[[[[[[[[[[[[\n", "\u{1B}[2J\n", "{\"verdict\":1}\n"] {
            let result = system(line).run("explain")
            #expect(result.diagnostics.hasPrefix(FakeSystem.socket) && result.code == .failure)
            #expect(result.text.isEmpty)
        }
        let other = FakeSystem(response: .success(Array("SSH-2.0-x\r\n\r\n".utf8))).run("explain")
        #expect(other.diagnostics == "\(FakeSystem.socket): the peer is not whereismyd")
        let rejected = FakeSystem(response: .success(FakeSystem.errorResponse(503, "busy", "try again\u{7}"))).run(
            "explain")
        #expect(rejected.diagnostics == "the daemon returned status 503" && rejected.code == .failure)
        var record = record("\u{1B}[2J", ago: 1, device: "/dev/\u{1B}]0;x\u{7}\u{202E}")
        record.verdict = "accepted\nlive"
        let text = system([record]).run("explain").text
        #expect(text.split(separator: "\n").count == 3)
        #expect(!text.contains("\u{1B}") && !text.contains("\u{202E}") && !text.contains("\u{7}"))
    }

    @Test(
        "an invalid command line is rejected with the fix",
        arguments: [
            (["--last", "0"], "--last: \"0\" is not a whole number above 0"),
            (["--last", "x"], "--last: \"x\" is not a whole number above 0"),
            (["--since", "soon"], "--since: \"soon\" is not a time; expected 2026-01-31"),
            (["--since", "2x"], "--since: \"2x\": unknown unit \"x\"; expected ms, s, m or min, h, d, w or y"),
            (["now"], "unexpected argument \"now\""), (["--format", "geo"], "--format: unknown value"),
        ])
    func usage(options: [String], diagnostics: String) {
        let result = system([]).run(["explain"] + options)
        #expect(result.diagnostics.hasPrefix(diagnostics) && result.code == .usage, "\(result.diagnostics)")
    }
}
