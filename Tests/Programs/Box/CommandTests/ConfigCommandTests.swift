import Command
import CommandLine
import Configuration
import Testing

struct ConfigCommandTests {
    private static let main = "/etc/whereismy/whereismy.conf"

    private func system(_ text: String) -> FakeSystem {
        FakeSystem(files: [Self.main: Array(text.utf8)], variables: ["STATE_DIRECTORY": "/s"])
    }

    @Test("settings are printed as a configuration file with the source of each", arguments: [[], ["show"]])
    func text(operands: [String]) {
        let result = system("[gpsd]\naddress = h:1\n").run(["config", "--runtime-directory", "/r"] + operands)
        #expect(result.code == .success && result.diagnostics == "")
        #expect(result.text.hasPrefix("# read \(Self.main)\n\n[gpsd]\n# \(Self.main):2\naddress = h:1\n"))
        #expect(
            result.text.hasSuffix(
                "\n[paths]\n# --runtime-directory\nruntime-directory = /r\n# $STATE_DIRECTORY\nstate-directory = /s\n"))
    }

    @Test("JSON has the same settings")
    func json() {
        let text = system("[gpsd]\naddress = h:1\n").run("config", "--runtime-directory=/r", "--format=json").text
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
        let result = system("[gpsd]\nadress = h\n[page]\ntemplate = /\n").run("config", "show")
        #expect(result.code == .failure && result.output == [])
        #expect(
            result.diagnostics.split(separator: "\n").map { $0.prefix(31) } == ["\(Self.main):2", "\(Self.main):4"])
    }

    @Test(
        "an invalid command line is rejected with the fix",
        arguments: [
            (["shwo"], "config: unknown action \"shwo\", did you mean show?"),
            (["show", "x"], "unexpected argument \"x\""), (["--format", "xml"], "--format: unknown value \"xml\""),
        ])
    func usage(options: [String], diagnostics: String) {
        let result = system("").run(["config"] + options)
        #expect(result.diagnostics.hasPrefix(diagnostics) && result.code == .usage, "\(result.diagnostics)")
    }
}
