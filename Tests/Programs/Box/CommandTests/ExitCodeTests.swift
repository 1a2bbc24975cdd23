import CommandLine
import Configuration
import Testing

@testable import Command

/// The exit codes in `whereismy(1)`, and those of the subcommands.
struct ExitCodeTests {
    /// The codes of a subcommand in the table of `whereismy(1)`, beside 1 and 64.
    private static func documented() throws -> [String: Set<Int32>] {
        let rows = try ManualPage("whereismy.1").items(in: "EXIT STATUS").compactMap { item in
            item.wholeMatch(of: /Cm ([a-z]+) Ta ([0-9 ]+)( Ta .*)?/)
        }
        return Dictionary(
            rows.map { row in (String(row.1), Set(row.2.split(separator: " ").compactMap { Int32($0) })) }
        ) { $0.union($1) }
    }

    @Test("the table has every subcommand once, with the codes of its page")
    func table() throws {
        let documented = try Self.documented()
        #expect(Set(documented.keys) == Set(CommandProgram.table.names))
        for name in CommandProgram.table.names {
            let items = try ManualPage("whereismy-\(name).1").items(in: "EXIT STATUS")
            let codes = Set(items.flatMap { $0.split(separator: " , ") }.compactMap { Int32($0) })
            #expect(documented[name] == codes.subtracting([1, 64]), "\(name)")
        }
    }

    @Test(
        "nothing found is 4 everywhere",
        arguments: [
            ["at", "2026-03-30"], ["at", "now"], ["events"], ["events", "--place", "Hut"], ["stats"],
            ["stats", "--week"], ["stats", "--month"], ["track"], ["track", "--format", "gpx"],
        ])
    func nothing(arguments: [String]) throws {
        let history = try ScratchHistory([])
        let result = history.run(arguments, in: FakeSystem())
        #expect(result.code == .nothingKnown, "\(arguments): \(result.diagnostics)")
        let name = try #require(arguments.first)
        #expect(try Self.documented()[name]?.contains(ExitCode.nothingKnown.rawValue) == true)
    }

    @Test("no verdict is nothing found")
    func verdicts() {
        let system = FakeSystem(response: .success(FakeSystem.reply("", type: "application/x-ndjson")))
        #expect(system.run("explain").code == .nothingKnown)
    }

    @Test(
        "a command line that is wrong is 64 everywhere",
        arguments: CommandProgram.table.names)
    func usage(name: String) {
        #expect(FakeSystem().run(name, "--no-such-option").code == .usage)
    }

    @Test(
        "without a daemon, subcommands that need it are 5",
        arguments: [["explain"], ["share"], ["share", "list"], ["token", "list"], ["last"], ["status"], ["nearest"]])
    func unreachable(arguments: [String]) throws {
        #expect(FakeSystem(daemonRuns: false).run(arguments).code == .unreachable, "\(arguments)")
        let name = try #require(arguments.first)
        #expect(try Self.documented()[name]?.contains(ExitCode.unreachable.rawValue) == true)
    }
}
