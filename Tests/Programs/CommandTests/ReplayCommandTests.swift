import Command
import Configuration
import Testing

struct ReplayCommandTests {
    @Test("passes the recordings to the daemon's program, preferably the one next to it")
    func handsOver() {
        let world = FakeWorld()
        let outcome = world.run("replay", "a.json", "--format", "json", "--", "-b")
        let arguments = ["--replay=a.json", "--replay=-b", "--format=json"]
        #expect(world.started == [["/opt/bin/whereismyd"] + arguments, ["whereismyd"] + arguments])
        #expect(outcome.diagnostics == "whereismyd: exec: No such file or directory")
        #expect(outcome.code == .failure)
    }

    @Test("passes the options that affect fixes")
    func settings() {
        let world = FakeWorld()
        _ = world.run("replay", "a.json", "--platform", "rail", "--config=/my.conf")
        let arguments = ["--replay=a.json", "--format=text", "--config=/my.conf", "--platform=rail"]
        #expect(world.started.first == ["/opt/bin/whereismyd"] + arguments)
    }

    @Test("--explain is a format, and contradicts any other", arguments: ["text", "json"])
    func explain(format: String) {
        let world = FakeWorld()
        _ = world.run("replay", "a.json", "--explain")
        _ = world.run("replay", "a.json", "--explain", "--format=explain")
        _ = world.run("replay", "a.json", "--format=explain")
        let started = world.started.count { $0 == ["/opt/bin/whereismyd", "--replay=a.json", "--format=explain"] }
        #expect(started == 3 && world.started.count == 6)
        let outcome = world.run("replay", "a.json", "--format", format, "--explain")
        #expect(outcome.diagnostics == "--explain means --format explain and cannot be combined with --format \(format)")
        #expect(outcome.code == .usage && world.started.count == 6)
    }

    @Test("the help names every format and the recording's clock")
    func help() {
        let help = FakeWorld().run("replay", "--help").text
        for format in ReplayFormat.allCases { #expect(help.contains(format.rawValue)) }
        #expect(help.contains("or explain"))
        #expect(help.contains("each with its own clock"))
    }

    @Test("requires a recording")
    func needsRecording() {
        let world = FakeWorld()
        #expect(world.run("replay").code == .usage)
        #expect(world.started.isEmpty)
    }
}
