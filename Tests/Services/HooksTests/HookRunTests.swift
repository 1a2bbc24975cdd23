import Basics
import Hooks
import Linux
import Location
import TestSupport
import Testing

struct HookRunTests {
    private let scratch: ScratchDirectory
    private let event: HookEvent

    init() throws {
        scratch = try ScratchDirectory()
        let text =
            #"{"event":"enter","place":"Home","moment":"2026-01-01T00:00:12.500Z","since":"2026-01-01T00:00:00.000Z"}"#
        event = try HookEvent(reading: Array(text.utf8))
    }

    private func hook(_ script: String) throws -> String {
        let path = scratch.file("hook")
        try AtomicFile.replace(path, with: Array("#!/bin/sh\n\(script)\n".utf8), mode: 0o755)
        return path
    }

    @Test("a hook reads the event, and has it in its environment")
    func told() throws {
        let path = try hook(
            "cat >'\(scratch.file("input"))'; echo \"$WHEREISMY_EVENT $WHEREISMY_PLACE\" >'\(scratch.file("said"))'")
        let outcome = try HookRun(event, timeLimit: .seconds(20)).outcome(of: path)
        #expect(outcome.isSuccess)
        #expect(try scratch.bytes("input") == event.line)
        #expect(try scratch.bytes("said") == Array("enter Home\n".utf8))
    }

    @Test("how it ended is told", arguments: [("exit 3", ProcessExitStatus.exited(3)), ("kill -TERM $$", .killed(15))])
    func ended(script: String, status: ProcessExitStatus) throws {
        let outcome = try HookRun(event, timeLimit: .seconds(20)).outcome(of: try hook(script))
        #expect(outcome.status == status)
        #expect(!outcome.isTimedOut)
        #expect(!outcome.isSuccess)
    }

    /// Whether a process whose number is in a file has ended; killed, it does within a moment.
    private func hasEnded(_ file: String) throws -> Bool {
        let process = String(decoding: try scratch.bytes(file), as: UTF8.self).filter(\.isNumber)
        let deadline = SystemClock.uptime + .seconds(20)
        while SystemClock.uptime < deadline {
            guard let bytes = try? FileContents.read("/proc/\(process)/stat") else { return true }
            // A zombie, until whoever has taken it over collects it.
            guard !String(decoding: bytes, as: UTF8.self).contains(") Z ") else { return true }
            _ = Poll.wait([], timeout: .milliseconds(5))
        }
        return false
    }

    @Test("one that hangs is ended with all that it has started")
    func hangs() throws {
        let path = try hook("trap '' TERM; sleep 60 & echo $! >'\(scratch.file("child"))'; wait")
        let outcome = try HookRun(event, timeLimit: .milliseconds(300)).outcome(of: path)
        #expect(outcome.isTimedOut)
        #expect(outcome.duration < .seconds(20))
        #expect(try hasEnded("child"))
    }

    @Test("what it leaves running ends with it")
    func leaves() throws {
        let path = try hook("sleep 60 >/dev/null & echo $! >'\(scratch.file("child"))'")
        #expect(try HookRun(event, timeLimit: .seconds(20)).outcome(of: path).isSuccess)
        #expect(try hasEnded("child"))
    }

    @Test("what cannot be started is an error with its name")
    func missing() {
        let error = #expect(throws: SystemError.self) { try HookRun(event).outcome(of: "/nonexistent") }
        #expect(error?.subject == "/nonexistent")
    }

    @Test(
        "the journal gets a line in words",
        arguments: [
            (
                HookOutcome(status: .exited(3), isTimedOut: false, duration: .milliseconds(1250)),
                "exit status 3 after 1.25 s"
            ),
            (HookOutcome(status: .killed(9), isTimedOut: false, duration: .zero), "ended by signal 9 after 0.0 s"),
            (HookOutcome(status: .killed(9), isTimedOut: true, duration: .zero), "ended, since it took longer than 30 s"),
        ])
    func words(outcome: HookOutcome, words: String) {
        #expect(outcome.text == words)
    }
}
