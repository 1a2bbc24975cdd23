import Command
import Configuration
import Testing

struct ImportCommandTests {
    @Test("passes the files, the name and the directories to the daemon's program, preferably the one next to it")
    func handsOver() {
        let world = FakeWorld()
        let outcome = world.run("import", "a.gpx", "-", "--device", "bike", "--state-directory=/s", "--", "-b")
        let arguments = ["--import=a.gpx", "--import=-", "--import=-b", "--device=bike", "--state-directory=/s"]
        #expect(world.started == [["/opt/bin/whereismyd"] + arguments, ["whereismyd"] + arguments])
        #expect(outcome.diagnostics == "whereismyd: exec: No such file or directory")
        #expect(outcome.code == .failure)
    }

    @Test("requires a file, and a valid name", arguments: [["import"], ["import", "a.gpx", "--device="]])
    func usage(arguments: [String]) {
        let world = FakeWorld()
        #expect(world.run(arguments).code == .usage)
        #expect(world.started.isEmpty)
    }
}
