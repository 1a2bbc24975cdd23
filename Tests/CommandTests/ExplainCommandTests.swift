import Command
import Configuration
import Linux
import Location
import Testing
import Wire

struct ExplainCommandTests {
    /// The record of an epoch that came so many seconds before now.
    private func record(_ reason: String? = nil, ago seconds: Double, device: String = "/dev/a") -> VerdictRecord {
        var raw = Fix(device: device, mode: .threeDimensional)
        raw.coordinate = Coordinate(latitude: -37.5, longitude: 144.25)
        raw.horizontalAccuracy = HorizontalAccuracy(radius: 4.5, origin: .receiver)
        var record = VerdictRecord(verdict: reason == nil ? "accepted" : "rejected", raw: raw)
        record.reason = reason
        record.explanation = reason.map { "because of \($0)" }
        record.age = .seconds(seconds)
        record.received = FakeWorld.now + .seconds(-seconds)
        return record
    }

    private func world(_ records: [VerdictRecord]) -> FakeWorld {
        FakeWorld(told: .success(records.flatMap { EpochJSON.encode($0) + [0x0A] }))
    }

    @Test("tells people when, what was decided, what came, and why")
    func text() {
        var run = record("no-position", ago: 1)
        run.raw.coordinate = nil
        run.raw.horizontalAccuracy = nil
        run.received = FakeWorld.now + .seconds(-5)
        run.count = 5
        run.until = FakeWorld.now + .seconds(-1)
        let outcome = world([record(ago: 6), run]).run("explain")
        #expect(
            outcome.text == """
                2026-01-01T00:06:56.311Z  accepted  3d  -37.5, 144.25  ±4.5 m  /dev/a
                2026-01-01T00:06:57.311Z to 2026-01-01T00:07:01.311Z  rejected no-position 5 times  3d  no position  \
                accuracy unknown  /dev/a
                    because of no-position

                """)
        #expect(outcome.complaint.isEmpty && outcome.code == .success)
    }

    @Test("a receiver's time that is far from that of its reception is told")
    func receiverTime() {
        var late = record("time-implausible", ago: 6)
        late.raw.timestamp = Timestamp(milliseconds: 0)
        var right = record(ago: 5)
        right.raw.timestamp = FakeWorld.now + .seconds(-6)
        let text = world([late, right]).run("explain").text
        #expect(text.contains("    the receiver's time was 1970-01-01T00:00:00.000Z\n"))
        #expect(text.split(separator: "\n").count == 4)
    }

    @Test("what was used in place of what the receiver gave is told")
    func corrected() {
        var moved = record(ago: 6)
        moved.correction = Correction(distance: 1234.52, timeSource: .shifted, weeks: 1024)
        var timed = record(ago: 5)
        timed.correction = Correction(distance: nil, timeSource: .reception)
        let text = world([moved, timed]).run("explain").text
        let words =
            "    position from the Earth-centred one, 1234.5 m from the one given (gpsd 3.22 freezes some)\n"
            + "    time shifted by 1024 weeks\n"
        #expect(text.contains(words), "\(text)")
        #expect(text.hasSuffix("\n    time of reception in place of the receiver's\n"))
        #expect(text.split(separator: "\n").count == 5)
    }

    @Test("a rejection that counts as right since says so, and is none any more")
    func reinstated() {
        var record = record("implausible-jump", ago: 6)
        record.countsAsRight = true
        let world = world([record, self.record("simulated", ago: 5)])
        let words = "    because of implausible-jump\n    counts as right since, as what followed agrees with it\n"
        #expect(world.run("explain").text.contains(words))
        #expect(!world.run("explain", "--rejected").text.contains("implausible-jump"))
    }

    @Test("gives programs the lines that they know from a replay")
    func json() throws {
        let records = [record(ago: 6), record("simulated", ago: 5)]
        let outcome = world(records).run("explain", "--format", "json")
        let lines = outcome.output.split(separator: 0x0A)
        #expect(try lines.map { try EpochJSON.decode(Array($0)) } == records)
        #expect(outcome.output.last == 0x0A)
    }

    @Test(
        "the latest twenty, or those asked for",
        arguments: [
            ([], 20, 0), (["--last", "3"], 3, 0), (["--last", "1000"], 100, 0), (["--since", "-30s"], 31, 0),
            (["--since", "30s", "--last=5"], 5, 0), (["--rejected"], 20, 20), (["--rejected", "--last", "90"], 50, 50),
            (["--rejected", "--since", "10s"], 5, 5), (["--since", "2026-01-01T00:07:00Z"], 3, 0),
            (["--since", "01:07:00"], 3, 0),
        ] as [([String], Int, Int)])
    func selection(options: [String], count: Int, rejected: Int) {
        let records = (0..<100).reversed().map { record($0.isMultiple(of: 2) ? nil : "simulated", ago: Double($0)) }
        let outcome = world(records).run(["explain"] + options + ["--format", "json"])
        let lines = outcome.text.split(separator: "\n")
        #expect(lines.count == count && outcome.code == .success, "\(outcome.complaint)")
        if rejected > 0 { #expect(lines.count { $0.contains("simulated") } == rejected) }
        if !options.contains("--rejected") { #expect(lines.last?.contains("00:07:02.311Z") == true) }
    }

    @Test("how long ago a verdict was made does not change when the clock is set")
    func clock() {
        var early = record(ago: 60)
        early.received = Timestamp(milliseconds: 0)
        #expect(world([early]).run("explain", "--since", "2min").text.contains("1970-01-01"))
        #expect(world([early]).run("explain", "--since", "30s").text.isEmpty)
    }

    @Test("what had to be forgotten is told where it was wanted")
    func forgotten() {
        var first = record(ago: 60)
        first.forgottenUntil = FakeWorld.now + .seconds(-100)
        let world = world([first, record("simulated", ago: 5)])
        let words = "rejections up to 2026-01-01T00:05:22.311Z are forgotten\n"
        #expect(world.run("explain").text.hasPrefix(words))
        #expect(world.run("explain", "--rejected").text.hasPrefix(words + "2026-01-01T00:06:57.311Z  rejected"))
        #expect(!world.run("explain", "--last", "1").text.contains("forgotten"))
        #expect(!world.run("explain", "--since", "10s").text.contains("forgotten"))
    }

    @Test("where there is nothing to tell, that is said and is no failure")
    func nothing() {
        #expect(world([]).run("explain") == Outcome(complaint: "nothing was decided yet", code: .success))
        let calm = world([record(ago: 1)])
        #expect(calm.run("explain", "--rejected").complaint == "no fix was rejected yet")
        #expect(calm.run("explain", "--since", "now").complaint == "nothing was decided since 2026-01-01T00:07:02.311Z")
    }

    @Test("without a daemon, or where it does not answer, that is said in words and by exit code")
    func unreachable() {
        let dead = FakeWorld(daemonRuns: false).run("explain")
        #expect(dead == Outcome(complaint: "the daemon is not running", code: .unreachable))
        let mute = FakeWorld().run("explain")
        let reason = "\(FakeWorld.socket): No such file or directory"
        #expect(mute == Outcome(complaint: "the daemon runs and does not answer: \(reason)", code: .unreachable))
        let denied = SystemError("connect", FakeWorld.socket, code: FakeWorld.denied)
        let outsider = FakeWorld(daemonRuns: false, told: .failure(denied)).run("explain")
        let hint = "\(FakeWorld.socket): Permission denied, members of the group whereismy may ask"
        #expect(outsider == Outcome(complaint: hint, code: .failure))
    }

    @Test("bytes that make no sense are an error with the path, and nothing of them reaches the terminal")
    func hostile() {
        let cut = FakeWorld(told: .success(Array(EpochJSON.encode(record(ago: 1)).dropLast(10)))).run("explain")
        #expect(cut.complaint == "\(FakeWorld.socket): the answer broke off, ask again" && cut.code == .failure)
        for line in ["{}\n", "[[[[[[[[[[[[[[[[[[[[[[[[\n", "\u{1B}[2J\n", "{\"verdict\":1}\n"] {
            let outcome = FakeWorld(told: .success(Array(line.utf8))).run("explain")
            #expect(outcome.complaint.hasPrefix(FakeWorld.socket) && outcome.code == .failure)
            #expect(outcome.text.isEmpty)
        }
        var record = record("\u{1B}[2J", ago: 1, device: "/dev/\u{1B}]0;x\u{7}\u{202E}")
        record.verdict = "accepted\nlive"
        let text = world([record]).run("explain").text
        #expect(text.split(separator: "\n").count == 2)
        #expect(!text.contains("\u{1B}") && !text.contains("\u{202E}") && !text.contains("\u{7}"))
    }

    @Test(
        "a command line that makes no sense is told with what would",
        arguments: [
            (["--last", "0"], "--last: \"0\" is no whole number above 0"),
            (["--last", "x"], "--last: \"x\" is no whole number above 0"),
            (["--since", "soon"], "--since: \"soon\" is no time, understood are: 2026-01-31"),
            (["--since", "2x"], "--since: \"2x\": unknown unit \"x\", understood are s, min, h, d and w"),
            (["now"], "unexpected argument \"now\""), (["--format", "geo"], "--format: unknown value"),
        ])
    func usage(options: [String], complaint: String) {
        let outcome = world([]).run(["explain"] + options)
        #expect(outcome.complaint.hasPrefix(complaint) && outcome.code == .usage, "\(outcome.complaint)")
    }
}
