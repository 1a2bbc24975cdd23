import Command
import Configuration
import Testing

struct ReplayCommandTests {
    @Test("hands the recordings to the daemon's program, the one beside it first")
    func handsOver() {
        let world = FakeWorld()
        let outcome = world.run("replay", "a.json", "--format", "json", "--", "-b")
        let arguments = ["--replay=a.json", "--replay=-b", "--format=json"]
        #expect(world.started == [["/opt/bin/whereismyd"] + arguments, ["whereismyd"] + arguments])
        #expect(outcome.complaint == "whereismyd: exec: No such file or directory")
        #expect(outcome.code == .failure)
    }

    @Test("hands on what decides about the fixes")
    func settings() {
        let world = FakeWorld()
        _ = world.run("replay", "a.json", "--platform", "rail", "--config=/my.conf")
        let arguments = ["--replay=a.json", "--format=text", "--config=/my.conf", "--platform=rail"]
        #expect(world.started.first == ["/opt/bin/whereismyd"] + arguments)
    }

    @Test("needs a recording")
    func needsRecording() {
        let world = FakeWorld()
        #expect(world.run("replay").code == .usage)
        #expect(world.started.isEmpty)
    }
}
