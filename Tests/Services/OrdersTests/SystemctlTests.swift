import Linux
import Orders
import TestSupport
import Testing

struct SystemctlTests {
    /// A systemctl that records its arguments, a line each, and runs a script.
    private func systemctl(_ scratch: ScratchDirectory, _ script: String) throws -> Systemctl {
        let path = scratch.file("systemctl")
        let text = "#!/bin/sh\nprintf '%s\\n' \"$@\" >>'\(scratch.file("calls"))'\n\(script)\n"
        try AtomicFile.replace(path, with: Array(text.utf8), mode: 0o755)
        return Systemctl(program: path)
    }

    private func calls(_ scratch: ScratchDirectory) throws -> String {
        String(decoding: try scratch.bytes("calls"), as: UTF8.self)
    }

    @Test("targets of places are listed, and no other units")
    func asks() throws {
        let scratch = try ScratchDirectory()
        let control = try systemctl(scratch, "echo Id=whereismy-place@A.target; echo ActiveState=active")
        #expect(try control.targets().map(\.unit.name) == ["whereismy-place@A.target"])
        #expect(try calls(scratch) == "show\n--property=Id,ActiveState,Job\n--\nwhereismy-place@*.target\n")
    }

    @Test("units are started and stopped without waiting, and cannot be options")
    func reports() throws {
        let scratch = try ScratchDirectory()
        let control = try systemctl(scratch, "exit 0")
        try control.start(["a", "b"])
        try control.stop(["c"])
        try control.stop([])
        let options = "--no-block\n--no-ask-password\n--quiet\n"
        #expect(try calls(scratch) == "\(options)start\n--\na\nb\n\(options)stop\n--\nc\n")
    }

    @Test("a failure has its exit code")
    func fails() throws {
        let scratch = try ScratchDirectory()
        let control = try systemctl(scratch, "exit 3")
        #expect(throws: OrderError.control("start", code: 3)) { try control.start(["a"]) }
        #expect(throws: OrderError.control("show", code: 3)) { try control.targets() }
        #expect(throws: OrderError.self) { try Systemctl(program: "/nonexistent").start(["a"]) }
    }
}
