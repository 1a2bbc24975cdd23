import Basics
import Linux
import Location
import TestSupport
import Testing

@testable import Hooks

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

    @Test("a hook receives the event on standard input and in its environment")
    func receivesEvent() throws {
        let path = try hook(
            "cat >'\(scratch.file("input"))'; echo \"$WHEREISMY_EVENT $WHEREISMY_PLACE\" >'\(scratch.file("output"))'")
        let outcome = try HookRun(event, timeLimit: .seconds(20)).outcome(of: path)
        #expect(outcome.isSuccess)
        #expect(try scratch.bytes("input") == event.line)
        #expect(try scratch.bytes("output") == Array("enter Home\n".utf8))
    }

    @Test(
        "the exit status is reported",
        arguments: [("exit 3", ProcessExitStatus.exited(3)), ("kill -TERM $$", .killed(15))])
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
            // A zombie until its new parent reaps it.
            guard !String(decoding: bytes, as: UTF8.self).contains(") Z ") else { return true }
            _ = Poll.wait([], timeout: .milliseconds(5))
        }
        return false
    }

    @Test("a hanging hook is ended with its children")
    func hangs() throws {
        let path = try hook("trap '' TERM; sleep 60 & echo $! >'\(scratch.file("child"))'; wait")
        // Long enough for the shell to start its child on a busy machine.
        let outcome = try HookRun(event, timeLimit: .seconds(3)).outcome(of: path)
        #expect(outcome.isTimedOut)
        #expect(outcome.duration < .seconds(20))
        #expect(try hasEnded("child"))
    }

    @Test("children end with the hook")
    func leaves() throws {
        let path = try hook("sleep 60 >/dev/null & echo $! >'\(scratch.file("child"))'")
        #expect(try HookRun(event, timeLimit: .seconds(20)).outcome(of: path).isSuccess)
        #expect(try hasEnded("child"))
    }

    @Test("a hook that cannot start is an error with its name")
    func missing() {
        let error = #expect(throws: SystemError.self) { try HookRun(event).outcome(of: "/nonexistent") }
        #expect(error?.subject == "/nonexistent")
    }

    @Test(
        "the result is text for the journal",
        arguments: [
            (
                HookOutcome(status: .exited(3), isTimedOut: false, duration: .milliseconds(1250)),
                "exit status 3 after 1.25 s"
            ),
            (HookOutcome(status: .killed(9), isTimedOut: false, duration: .zero), "ended by signal 9 after 0.0 s"),
            (HookOutcome(status: .killed(9), isTimedOut: true, duration: .zero), "ended after the time limit of 30 s"),
        ])
    func description(outcome: HookOutcome, expected: String) {
        #expect(outcome.text == expected)
    }
}
