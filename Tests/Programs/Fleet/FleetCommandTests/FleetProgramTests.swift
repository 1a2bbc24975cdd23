import CommandLine
import Testing

@testable import FleetCommand

/// The program of a fleet has the help, the suggestions and the completion of every program.
struct FleetProgramTests {
    private func run(_ arguments: String...) -> CommandResult { FleetProgram.run(arguments, in: .system()) }

    private func text(_ result: CommandResult) -> String { String(decoding: result.output, as: UTF8.self) }

    @Test("the help lists the subcommands, and each has its own", arguments: FleetProgram.table.names)
    func help(name: String) {
        #expect(text(run("--help")).contains("\n  \(name) "))
        #expect(text(run("help", name)) == text(run(name, "--help")))
        #expect(text(run(name, "--help")).hasPrefix("Usage: whereismy-fleet \(name) [OPTION]..."))
    }

    @Test(
        "a wrong command line is rejected with the fix",
        arguments: [
            ([], "a subcommand is missing, see --help"),
            (["devise"], "unknown subcommand \"devise\", did you mean device?"),
            (["device", "--retenton", "3"], "unknown option --retenton, did you mean --retention?"),
            (["device", "ad"], "device: unknown action \"ad\", did you mean add?"),
            (["device", "add"], "device add needs a name"),
            (["team", "device", "north"], "team device needs a device"),
            (["team", "list", "x"], "unexpected argument \"x\", see --help"),
            (["token", "add", "x"], "token add needs --device or --member"),
            (["token", "add", "--member", "ann"], "token add needs a name"),
            (["export"], "export needs a device"),
            (
                ["device", "set", "van", "--stale-after", "x"],
                "--stale-after: \"x\" is not a time such as 90s, 15min, 2h or 3d"
            ),
            (
                ["device", "set", "van", "--retention", "0"],
                "--retention: \"0\" is not a number of days, or forever"
            ),
        ])
    func usage(arguments: [String], message: String) {
        #expect(FleetProgram.run(arguments, in: .system()) == CommandResult(diagnostics: message, code: .usage))
    }

    @Test("each shell has a completion script", arguments: ["bash", "zsh", "fish"])
    func completion(shell: String) {
        let script = text(run("completion", shell))
        #expect(script.contains("whereismy-fleet completion \(shell)") && script.contains("service-role"))
    }
}
