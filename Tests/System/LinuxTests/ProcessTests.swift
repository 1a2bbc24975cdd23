import Linux
import Testing

struct ProcessTests {
    @Test("knows its variables and its own place")
    func surroundings() throws {
        #expect(ProcessEnvironment.variables["PATH"]?.contains("/") == true)
        #expect(try #require(Executable.directory).hasPrefix("/"))
    }

    @Test("a program that cannot take this one's place says why")
    func missing() {
        let error = Executable.replace(by: "/nowhere/program", ["argument"])
        #expect(error.description == "/nowhere/program: exec: No such file or directory")
    }

    @Test("what is not there is told from what is forbidden")
    func reasons() {
        #expect(SystemError("open", code: 2).isNotFound)
        #expect(!SystemError("open", code: 13).isNotFound)
        #expect(SystemError("open", code: 13).isPermissionDenied)
        #expect(!SystemError("open", code: 2).isPermissionDenied)
    }
}
