import FoundationEssentials
import Linux
import TestSupport
import Testing

struct HooksNameTests {
    @Test("whereismy under the name whereismy-hooks runs hooks, and no command", arguments: ["", "last", "x/1"])
    func name(argument: String) throws {
        let scratch = try ScratchDirectory()
        let program = scratch.file("whereismy-hooks")
        let command = try #require(Executable.directory) + "/whereismy"
        try FileManager.default.createSymbolicLink(atPath: program, withDestinationPath: command)
        let child = try ChildProcess(program, argument.isEmpty ? [] : [argument], errors: scratch.file("errors"))
        #expect(child.wait(atMost: .seconds(20)) == .exited(64))
        let words = String(decoding: try scratch.bytes("errors"), as: UTF8.self)
        #expect(words.contains("whereismy-hooks: event number missing"), "\(words)")
    }
}
