import Command
import Configuration
import Testing

struct ImportCommandTests {
    @Test("passes the files, the name and the directories to the daemon's program, preferably the one next to it")
    func handsOver() {
        let system = FakeSystem()
        let result = system.run("import", "a.gpx", "-", "--device", "bike", "--state-directory=/s", "--", "-b")
        let arguments = ["--import=a.gpx", "--import=-", "--import=-b", "--device=bike", "--state-directory=/s"]
        #expect(system.started == [["/opt/bin/whereismyd"] + arguments, ["whereismyd"] + arguments])
        #expect(result.diagnostics == "whereismyd: exec: No such file or directory")
        #expect(result.code == .failure)
    }

    @Test("requires a file, and a valid name", arguments: [["import"], ["import", "a.gpx", "--device="]])
    func usage(arguments: [String]) {
        let system = FakeSystem()
        #expect(system.run(arguments).code == .usage)
        #expect(system.started.isEmpty)
    }
}
