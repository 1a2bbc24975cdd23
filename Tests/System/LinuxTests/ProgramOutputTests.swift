import Linux
import Testing

struct ProgramOutputTests {
    @Test(
        "returns the output and the exit status",
        arguments: [
            ("echo one; echo two >&2; echo three", "one\nthree\n", ProcessExitStatus.exited(0)),
            ("exit 7", "", .exited(7)),
            ("printf %s \"$LC_ALL\"", "C", .exited(0)), ("kill -TERM $$", "", .killed(15)),
            ("cat; echo end", "end\n", .exited(0)),
        ])
    func says(script: String, text: String, status: ProcessExitStatus) throws {
        let output = try ProgramOutput.capture("sh", ["-c", script], within: .seconds(60))
        #expect(output == ProgramOutput(bytes: Array(text.utf8), status: status))
    }

    @Test("a program that exceeds the time limit is killed", arguments: ["sleep 600", "exec >&-; sleep 600"])
    func slow(script: String) {
        let error = #expect(throws: SystemError.self) {
            // Long enough for the shell to close its output on a busy machine.
            try ProgramOutput.capture("sh", ["-c", script], within: .seconds(2))
        }
        #expect(error?.description == "sh: \(script.hasPrefix("sleep") ? "read" : "wait"): Connection timed out")
    }

    @Test("a program that exceeds the output limit is killed")
    func long() {
        let error = #expect(throws: SystemError.self) {
            try ProgramOutput.capture("sh", ["-c", "while :; do echo more; done"], limit: 100, within: .seconds(60))
        }
        #expect(error?.description == "sh: read: File too large")
    }

    @Test("a missing program is an error with its name")
    func missing() {
        let error = #expect(throws: SystemError.self) {
            try ProgramOutput.capture("no-such-program-here", within: .seconds(1))
        }
        #expect(error?.isNotFound == true && error?.subject == "no-such-program-here")
    }
}
