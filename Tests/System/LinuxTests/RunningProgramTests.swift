import Linux
import Testing

struct RunningProgramTests {
    private func output(of program: RunningProgram) throws -> String {
        var bytes: [UInt8] = []
        while case let part = try program.read(upTo: 100), !part.isEmpty { bytes += part }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("its output is read to the end, and its status is known")
    func reads() throws {
        let program = try RunningProgram(starting: "sh", ["-c", "cat; exit 3"], input: Array("in".utf8))
        #expect(try output(of: program) == "in")
        #expect(try program.end() == .exited(3))
        #expect(try program.end() == .exited(3))
    }

    @Test("arguments are not interpreted by a shell")
    func noShell() throws {
        let program = try RunningProgram(starting: "printf", ["%s", "$HOME; echo *"], input: [])
        #expect(try output(of: program) == "$HOME; echo *")
    }

    @Test("a missing program is not found")
    func missing() {
        let error = #expect(throws: SystemError.self) {
            try RunningProgram(starting: "whereismy-no-such-program", [], input: [])
        }
        #expect(error?.isNotFound == true)
    }

    @Test("an endless program ends when nobody reads it any more")
    func abandoned() throws {
        var program: RunningProgram? = try RunningProgram(starting: "yes", [], input: [])
        #expect(try program?.read(upTo: 10).isEmpty == false)
        program = nil
    }
}
