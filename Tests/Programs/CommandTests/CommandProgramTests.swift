import Command
import Configuration
import Testing

struct CommandProgramTests {
    @Test(
        "an invalid command line is rejected with the fix",
        arguments: [
            (["opne"], "unknown subcommand \"opne\", did you mean open?"),
            (
                ["elevate"],
                "unknown subcommand \"elevate\", known are "
                    + "at, browse, completion, config, doctor, events, explain, gazetteer, history, import, last, nearest, "
                    + "open, page, place, replay, search, share, simulate, stats, status, token, track, wait, watch"
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
        let outcome = CommandProgram.run(arguments, in: .system())
        #expect(outcome == CommandResult(diagnostics: message, code: .usage))
    }

    @Test("help is available for the program and each subcommand, in every spelling")
    func help() {
        let world = FakeWorld()
        #expect(world.run("--help").text.contains("Subcommands:\n  last"))
        #expect(world.run("-h") == world.run("--help"))
        #expect(world.run("open", "--help").text.hasPrefix("Usage: whereismy open"))
        #expect(world.run("--help", "open") == world.run("open", "--help"))
        #expect(world.run("help", "open") == world.run("open", "--help"))
        #expect(world.run("help") == world.run("--help"))
        for subcommand in [
            "last", "watch", "doctor", "track", "at", "stats", "history", "open", "share", "token", "page", "replay",
        ] {
            let outcome = world.run(subcommand, "--help")
            #expect(outcome.code == .success)
            #expect(outcome.text.contains("--config FILE"))
            #expect(outcome.text.split(separator: "\n").allSatisfy { $0.count <= 100 })
        }
    }

    @Test("prints the version")
    func version() {
        #expect(FakeWorld().run("--version").text == "whereismy \(Product.version)\n")
    }

    @Test("options may precede the subcommand")
    func order() {
        let world = FakeWorld(files: [FakeWorld.report: SampleReport.file()])
        #expect(world.run("--runtime-directory", "/nowhere", "open").code == .unreachable)
        #expect(world.run("--runtime-directory=/run/whereismy", "last").code == .success)
    }
}
