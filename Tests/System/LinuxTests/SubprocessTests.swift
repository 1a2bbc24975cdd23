import Linux
import Testing

struct SubprocessTests {
    @Test("returns the exit code", arguments: [("exit 0", 0), ("exit 7", 7), ("kill -TERM $$", 143)])
    func ends(script: String, code: Int) throws {
        let child = try Subprocess(starting: "sh", ["-c", script])
        #expect(try child.exitCode(within: .seconds(60)) == Int32(code))
    }

    @Test("a running program has no exit code yet")
    func runs() throws {
        let file = TemporaryPath("child")
        let path = file.path
        try AtomicFile.replace(path, with: [], mode: 0o600)
        let script = "while [ -e \(path) ]; do sleep 0.01; done; exit 3"
        let child = try Subprocess(starting: "sh", ["-c", script])
        #expect(try child.exitCode(within: .milliseconds(1)) == nil)
        let removal = try Subprocess(starting: "rm", [path])
        #expect(try removal.exitCode(within: .seconds(60)) == 0)
        #expect(try child.exitCode(within: .seconds(60)) == 3)
    }

    @Test("a missing program is an error with its name")
    func missing() {
        let error = #expect(throws: SystemError.self) { _ = try Subprocess(starting: "no-such-program-here", []) }
        #expect(error?.isNotFound == true)
        #expect(error?.subject == "no-such-program-here")
    }
}
