import Linux
import Testing

struct ProcessTests {
    @Test("reads its variables and its own directory")
    func surroundings() throws {
        #expect(ProcessEnvironment.variables["PATH"]?.contains("/") == true)
        #expect(try #require(Executable.directory).hasPrefix("/"))
    }

    @Test(
        "only a file that may be executed is executable",
        arguments: [("/bin/sh", true), ("/etc/passwd", false), ("/bin", false), ("/nowhere", false)])
    func executable(path: String, isExecutable: Bool) {
        #expect(Executable.isExecutable(path) == isExecutable)
    }

    @Test("a failed exec reports the reason")
    func missing() {
        let error = Executable.replace(by: "/nowhere/program", ["argument"])
        #expect(error.description == "/nowhere/program: exec: No such file or directory")
    }

    @Test("a missing file is distinguished from a denied one")
    func reasons() {
        #expect(SystemError("open", code: 2).isNotFound)
        #expect(!SystemError("open", code: 13).isNotFound)
        #expect(SystemError("open", code: 13).isPermissionDenied)
        #expect(!SystemError("open", code: 2).isPermissionDenied)
    }
}
