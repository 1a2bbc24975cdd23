import CommandLine
import Configuration
import Linux
import Testing

@testable import Command
@testable import Doctor

/// The manual describes the programs completely and correctly.
struct ManualTests {
    /// The options documented in `whereismy(1)`, which the pages of the subcommands only list.
    private static let common = Set((Option.display + Option.shared + [.quiet, .help, .version]).map(\.name))

    private static func page(_ subcommand: any Subcommand<Context>.Type) throws -> ManualPage {
        try ManualPage("whereismy-\(subcommand.name).1")
    }

    @Test("every subcommand has a page of the same structure", arguments: CommandProgram.subcommands)
    func form(subcommand: any Subcommand<Context>.Type) throws {
        let page = try Self.page(subcommand)
        #expect(page.text.contains("\n.Dt WHEREISMY-\(subcommand.name.uppercased()) 1\n"))
        #expect(page.text.contains("\n.Nm whereismy-\(subcommand.name)\n"))
        let required: [Substring] = [
            "NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS", "EXAMPLES", "SEE ALSO",
        ]
        #expect(page.sections.filter(required.contains) == required)
    }

    @Test("the page of a subcommand has exactly its options", arguments: CommandProgram.subcommands)
    func options(subcommand: any Subcommand<Context>.Type) throws {
        let page = try Self.page(subcommand)
        let names = Set(subcommand.table.options.map(\.name))
        #expect(page.options(in: "OPTIONS") == names)
        #expect(page.options(in: "SYNOPSIS") == names.subtracting(Self.common))
    }

    @Test("the page of a subcommand has every candidate of its options", arguments: CommandProgram.subcommands)
    func words(subcommand: any Subcommand<Context>.Type) throws {
        let words = Set(try Self.page(subcommand).lines(of: "OPTIONS").flatMap { $0.split(separator: " ") })
        for option in subcommand.table.options where !Self.common.contains(option.name) {
            guard case .words(let choices) = option.candidates else { continue }
            #expect(words.isSuperset(of: choices().map { $0[...] }), "--\(option.name)")
        }
    }

    @Test("whereismy(1) has every candidate of the common options")
    func commonWords() throws {
        let words = Set(try ManualPage("whereismy.1").lines(of: "OPTIONS").flatMap { $0.split(separator: " ") })
        for option in Option.display {
            guard case .words(let choices) = option.candidates else { continue }
            #expect(words.isSuperset(of: choices().map { $0[...] }), "--\(option.name)")
        }
    }

    @Test("the page of a subcommand has its exit codes", arguments: CommandProgram.subcommands)
    func exitCodes(subcommand: any Subcommand<Context>.Type) throws {
        let items = try Self.page(subcommand).items(in: "EXIT STATUS")
        let codes = items.flatMap { $0.split(separator: " , ") }.compactMap { Int32($0) }
        #expect(Set(codes).isSuperset(of: [0, 1, 64]))
        for code in codes { #expect(ExitCode(rawValue: code) != nil, "\(code)") }
    }

    @Test("whereismy-doctor(1) has every check, in order")
    func checks() throws {
        let listed = try Self.page(DoctorCommand.self).items(in: "DESCRIPTION")
        #expect(listed == CheckName.allCases.map { "Cm \($0.rawValue)" })
    }

    @Test("whereismy(1) lists the subcommands in order, and no other subcommand has a page")
    func list() throws {
        let names = CommandProgram.table.names
        let listed = try ManualPage("whereismy.1").items(in: "DESCRIPTION")
        #expect(listed == names.map { "Xr whereismy-\($0) 1" })
        let pages = try DirectoryListing.names(in: ManualPage.directory).filter {
            $0.hasPrefix("whereismy-") && $0.hasSuffix(".1")
        }
        #expect(Set(pages) == Set(names.map { "whereismy-\($0).1" }))
    }

    @Test("whereismy(1) has the common options")
    func common() throws {
        #expect(try ManualPage("whereismy.1").options(in: "OPTIONS") == Self.common)
    }

    @Test("whereismy(1) has every exit code", arguments: [0, 1, 2, 3, 4, 5, 6, 64])
    func exitCodes(code: Int32) throws {
        #expect(ExitCode(rawValue: code) != nil)
        #expect(try ManualPage("whereismy.1").items(in: "EXIT STATUS").contains("\(code)"))
    }

    @Test("whereismyd(8) has every option")
    func daemon() throws {
        let named = try ManualPage("whereismyd.8").options(in: "DESCRIPTION")
        guard case .help(let help) = try DaemonOptions.parse(arguments: ["--help"], environment: [:]) else {
            Issue.record("no help")
            return
        }
        #expect(named == Set(help.matches(of: /\n  (?:-[a-z], |    )--([a-z-]+)/).map { String($0.1) }))
        #expect(named.count >= 10)
    }
}
