import CommandLine
import Configuration
import Testing

@testable import Command

struct CommandProgramTests {
    @Test(
        "an invalid command line is rejected with the fix",
        arguments: [
            (["opne"], "unknown subcommand \"opne\", did you mean open?"),
            (
                ["elevate"],
                "unknown subcommand \"elevate\", known are "
                    + "at, browse, completion, config, doctor, events, explain, gazetteer, history, hook, import, last, "
                    + "nearest, open, page, pair, place, publish, replay, search, session, share, simulate, stats, "
                    + "status, token, track, trust, wait, watch, webhook"
            ),
            (["help", "opne"], "unknown subcommand \"opne\", did you mean open?"),
            (["last", "extra"], "unexpected argument \"extra\", see --help"),
            (["--fromat", "json"], "unknown option --fromat, did you mean --format?"),
            (["open", "--format", "json"], "unknown option --format, see --help"),
            (["--format", "xml"], "--format: unknown value \"xml\", known are geo, json, text"),
            (["open", "--provider", "gogle"], "--provider: unknown value \"gogle\", did you mean google?"),
            (["page", "--template"], "--template needs a value: --template FILE"),
        ])
    func usage(arguments: [String], message: String) {
        let result = CommandProgram.run(arguments, in: .system())
        #expect(result == CommandResult(diagnostics: message, code: .usage))
    }

    @Test("help is available for the program and each subcommand, in every spelling")
    func help() {
        let system = FakeSystem()
        #expect(system.run("--help").text.contains("Subcommands:\n  last"))
        #expect(system.run("-h") == system.run("--help"))
        #expect(system.run("open", "--help").text.hasPrefix("Usage: whereismy open"))
        #expect(system.run("--help", "open") == system.run("open", "--help"))
        #expect(system.run("help", "open") == system.run("open", "--help"))
        #expect(system.run("help") == system.run("--help"))
        #expect(system.run("--config", "/x", "help", "open") == system.run("open", "--help"))
        for subcommand in [
            "last", "watch", "doctor", "track", "at", "stats", "history", "open", "share", "token", "page", "replay",
        ] {
            let result = system.run(subcommand, "--help")
            #expect(result.code == .success)
            #expect(result.text.split(separator: "\n").allSatisfy { $0.count <= 100 })
        }
    }

    @Test("every subcommand accepts the common options", arguments: CommandProgram.table.names)
    func commonOptions(subcommand: String) {
        let help = FakeSystem().run(subcommand, "--help").text
        for option in ["--config FILE", "--runtime-directory DIR", "--state-directory DIR"] {
            #expect(help.contains(option))
        }
    }

    @Test(
        "a subcommand with actions shows or lists without one, and its help names that action; only share adds",
        arguments: [
            ("history", "info"), ("place", "list"), ("gazetteer", "list"), ("token", "list"), ("session", "list"),
            ("webhook", "list"), ("hook", "list"), ("share", "add"), ("config", "show"),
        ])
    func defaultAction(subcommand: String, action: String) {
        let reply = FakeSystem.reply(
            #"{"places":[],"tokens":[],"sessions":[],"id":"a","expires":"","url":"http://a/"}"#)
        let system = FakeSystem(response: .success(reply))
        #expect(system.run(subcommand) == system.run(subcommand, action))
        #expect(system.run(subcommand).code != .usage)
        #expect(system.run(subcommand, "--help").lines.contains("Without an action: \(action)."))
    }

    @Test("prints the version")
    func version() {
        #expect(FakeSystem().run("--version").text == "whereismy \(Product.version)\n")
    }

    @Test("options may precede the subcommand")
    func order() {
        let system = FakeSystem(files: [FakeSystem.report: SampleReport.file()])
        #expect(system.run("--runtime-directory", "/nowhere", "open").code == .unreachable)
        #expect(system.run("--runtime-directory=/run/whereismy", "last").code == .success)
    }
}
