import Command
import CommandLine
import Configuration
import Testing

struct ReplayCommandTests {
    @Test("passes the recordings to the daemon's program, preferably the one next to it")
    func handsOver() {
        let system = FakeSystem()
        let result = system.run("replay", "a.json", "--format", "json", "--", "-b")
        let arguments = ["--replay=a.json", "--replay=-b", "--format=json"]
        #expect(system.started == [["/opt/bin/whereismyd"] + arguments, ["whereismyd"] + arguments])
        #expect(result.diagnostics == "whereismyd: exec: No such file or directory")
        #expect(result.code == .failure)
    }

    @Test("passes the options that affect fixes")
    func settings() {
        let system = FakeSystem()
        _ = system.run("replay", "a.json", "--platform", "rail", "--config=/my.conf")
        let arguments = ["--replay=a.json", "--format=text", "--config=/my.conf", "--platform=rail"]
        #expect(system.started.first == ["/opt/bin/whereismyd"] + arguments)
    }

    @Test("--explain is a format, and contradicts any other", arguments: ["text", "json"])
    func explain(format: String) {
        let system = FakeSystem()
        _ = system.run("replay", "a.json", "--explain")
        _ = system.run("replay", "a.json", "--explain", "--format=explain")
        _ = system.run("replay", "a.json", "--format=explain")
        let started = system.started.count { $0 == ["/opt/bin/whereismyd", "--replay=a.json", "--format=explain"] }
        #expect(started == 3 && system.started.count == 6)
        let result = system.run("replay", "a.json", "--format", format, "--explain")
        #expect(result.diagnostics == "--explain means --format explain and cannot be combined with --format \(format)")
        #expect(result.code == .usage && system.started.count == 6)
    }

    @Test("the help names every format and the recording's clock")
    func help() {
        let help = FakeSystem().run("replay", "--help").text
        for format in ReplayFormat.allCases { #expect(help.contains(format.rawValue)) }
        #expect(help.contains("or explain"))
        #expect(help.contains("each with its own clock"))
    }

    @Test("requires a recording")
    func needsRecording() {
        let system = FakeSystem()
        #expect(system.run("replay").code == .usage)
        #expect(system.started.isEmpty)
    }
}
