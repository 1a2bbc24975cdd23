import CommandLine
import Configuration
import TestSupport
import Testing

@testable import Command

/// Shells with the completion script offer what the option tables have.
struct CompletionTests {
    @Test("bash completes", .enabled(if: Completer(shell: .bash).isPresent, "bash is not installed (Debian: bash)"))
    func bash() throws { try check(.bash) }

    @Test("zsh completes", .enabled(if: Completer(shell: .zsh).isPresent, "zsh is not installed (Debian: zsh)"))
    func zsh() throws { try check(.zsh) }

    @Test("fish completes", .enabled(if: Completer(shell: .fish).isPresent, "fish is not installed (Debian: fish)"))
    func fish() throws { try check(.fish) }

    @Test(
        "the script for bash passes shellcheck",
        .enabled(if: ExternalProgram.shellcheck.isPresent, "shellcheck is not installed (Debian: shellcheck)"))
    func sound() throws {
        let directory = try ScratchDirectory()
        try directory.write("script", Array(Shell.bash.script(of: CommandProgram.table).utf8))
        #expect(try ExternalProgram.shellcheck.run(["--shell=bash", directory.file("script")]).isEmpty)
    }

    private func check(_ shell: Shell) throws {
        let cases = Self.examples + Self.everything
        let offers = try Completer(shell: shell).offers(cases.map(\.line))
        for (offer, expected) in zip(offers, cases) {
            #expect(offer == expected.words, "\(shell): whereismy \(expected.line)")
        }
    }

    private static let examples: [(line: String, words: Set<String>)] = [
        ("", Set(CommandProgram.table.names + ["help"])),
        ("sta", ["status", "stats"]),
        ("help to", ["token"]),
        ("help token ", []),
        ("history ", ["info", "verify", "imports", "undo", "prune", "vacuum"]),
        ("history v", ["verify", "vacuum"]),
        ("history verify ", []),
        ("--format json tok", ["token"]),
        ("--config x token ", ["add", "list", "revoke"]),
        ("token --scope read revoke ", []),
        ("token --scope read --scope ", ["read", "metrics"]),
        ("--format ", ["text", "json", "geo"]),
        ("last --format=g", ["geo"]),
        ("track --format g", ["geojson", "gpx"]),
        ("track --format=", ["text", "json", "geojson", "gpx", "kml", "csv", "nmea", "svg", "html"]),
        ("track --day --format k", ["kml"]),
        ("track --day yesterday --format k", ["kml"]),
        ("stats --mon", ["--month"]),
        ("simulate wal", ["walk", "walk-nmea"]),
        ("import ", ["track.gpx", "folder"]),
        ("import ride.gpx tr", ["track.gpx"]),
        ("page --template ", ["track.gpx", "folder"]),
        ("status --state-directory ", ["folder"]),
        ("at ", []),
        ("place ", ["add", "list", "show", "remove", "rename", "import", "export", "anchor"]),
        ("place show H", ["Home"]),
        ("place --format json remove H", ["Home"]),
        ("place add H", []),
        ("place rename Home H", []),
        ("place import tr", ["track.gpx"]),
        ("gazetteer import tr", ["track.gpx"]),
        ("place anchor ", ["here", "up", "show"]),
        ("wait --enter H", ["Home"]),
        ("wait --timeout 1m --leave=H", ["Home"]),
    ]

    /// All options of all subcommands, and all words that can follow them.
    private static var everything: [(line: String, words: Set<String>)] {
        CommandProgram.subcommands.flatMap { subcommand in
            let (name, table) = (subcommand.name, subcommand.table)
            let places = table.options.map { ("\(name) --\($0.name) ", $0.candidates) } + [("\(name) ", table.operand)]
            return [("\(name) -", Set(table.options.flatMap(\.spellings)))]
                + places.compactMap { line, candidates in candidates.list.map { (line, Set($0.words)) } }
        }
    }

    @Test("every option with a fixed set of values declares its candidates", arguments: CommandProgram.subcommands)
    func candidates(subcommand: any Subcommand<Context>.Type) {
        for option in subcommand.table.options {
            switch (option.value, option.candidates) {
            case ("FILE", .files), ("DIR", .directories): break
            case ("FILE", _), ("DIR", _), ("FORMAT", .unknown): Issue.record("--\(option.name)")
            case (_, .words(let words)):
                // The scripts do not quote the words.
                #expect(words().allSatisfy { $0.wholeMatch(of: /[A-Za-z0-9.-]+/) != nil })
            default: break
            }
        }
    }

    @Test(
        "an invalid command line is rejected with the fix",
        arguments: [
            ([], "completion needs one of bash, zsh, fish"),
            (["fis"], "completion: unknown shell \"fis\", did you mean fish?"),
            (["bash", "zsh"], "unexpected argument \"zsh\", see --help"),
        ])
    func usage(operands: [String], message: String) {
        let result = CommandProgram.run(["completion"] + operands, in: .system())
        #expect(result == CommandResult(diagnostics: message, code: .usage))
    }
}

extension String {
    fileprivate var words: [String] { split(separator: " ").map(String.init) }
}
