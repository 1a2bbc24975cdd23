import Command
import Configuration
import Testing

struct ConfigCommandTests {
    private static let main = "/etc/whereismy/whereismy.conf"

    private func world(_ text: String) -> FakeWorld {
        FakeWorld(files: [Self.main: Array(text.utf8)], variables: ["STATE_DIRECTORY": "/s"])
    }

    @Test("settings are printed as a configuration file with the source of each", arguments: [[], ["show"]])
    func text(operands: [String]) {
        let outcome = world("[gpsd]\naddress = h:1\n").run(["config", "--runtime-directory", "/r"] + operands)
        #expect(outcome.code == .success && outcome.diagnostics == "")
        #expect(outcome.text.hasPrefix("# read \(Self.main)\n\n[gpsd]\n# \(Self.main):2\naddress = h:1\n"))
        #expect(
            outcome.text.hasSuffix(
                "\n[paths]\n# --runtime-directory\nruntime-directory = /r\n# $STATE_DIRECTORY\nstate-directory = /s\n"))
    }

    @Test("JSON has the same settings")
    func json() {
        let text = world("[gpsd]\naddress = h:1\n").run("config", "--runtime-directory=/r", "--format=json").text
        #expect(
            text.hasPrefix(
                #"{"files":["/etc/whereismy/whereismy.conf"],"settings":[{"section":"gpsd","name":"address","#
                    + #""value":"h:1","origin":"file","file":"/etc/whereismy/whereismy.conf","line":2},"#
                    + #"{"section":"gpsd","name":"device","origin":"default"},"#))
        #expect(
            text.hasSuffix(
                #""value":"/r","origin":"option","option":"--runtime-directory"},{"section":"paths","#
                    + #""name":"state-directory","value":"/s","origin":"environment","variable":"STATE_DIRECTORY"}]}"#
                    + "\n"))
    }

    @Test("all errors of an invalid configuration are reported, and no setting")
    func faulty() {
        let outcome = world("[gpsd]\nadress = h\n[page]\ntemplate = /\n").run("config", "show")
        #expect(outcome.code == .failure && outcome.output == [])
        #expect(outcome.diagnostics.split(separator: "\n").map { $0.prefix(31) } == ["\(Self.main):2", "\(Self.main):4"])
    }

    @Test(
        "an invalid command line is rejected with the fix",
        arguments: [
            (["shwo"], "config: unknown action \"shwo\", did you mean show?"),
            (["show", "x"], "unexpected argument \"x\""), (["--format", "xml"], "--format: unknown value \"xml\""),
        ])
    func usage(options: [String], complaint: String) {
        let outcome = world("").run(["config"] + options)
        #expect(outcome.diagnostics.hasPrefix(complaint) && outcome.code == .usage, "\(outcome.diagnostics)")
    }
}
