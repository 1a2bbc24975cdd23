import Basics
import CommandLine

@testable import Command
@testable import Configuration
@testable import Doctor

/// The generated parts of the manual.
enum ManualPages {
    /// The options that `whereismy(1)` describes, in its order.
    private static let common =
        Option.shared.filter { !["help", "version"].contains($0.name) } + Option.display + [.quiet, .help, .version]

    /// The pages that have a generated part, and that part.
    static func all() -> [(name: String, part: GeneratedPart)] {
        let commands = CommandProgram.subcommands.map { ("whereismy-\($0.name).1", options(of: $0.table)) }
        let services = [
            ("whereismyd.8", DaemonOptions.table), ("whereismy-publish.8", PublisherOptions.table),
            ("whereismy-nmea.8", NMEAServerOptions.table),
        ].map { ($0.0, GeneratedPart(lists: [.init(items: $0.1.options.map { .init($0) })])) }
        return commands + services + [
            ("whereismy.1", GeneratedPart(lists: [.init(items: common.map { .init($0) })])),
            ("whereismy.1", subcommands), ("whereismy-doctor.1", checks), ("whereismy-fleet.8", FleetManual.options),
        ]
    }

    /// The own options of a subcommand, and the names of the common ones.
    private static func options(of table: OptionTable) -> GeneratedPart {
        let names = Set(common.map(\.name))
        let shared = table.options.filter { names.contains($0.name) }.map { ".\(GeneratedPart.Item($0).tag)" }
        let own = table.options.filter { !names.contains($0.name) }
        let list = shared.dropLast(2).map { "\($0) ," } + shared.suffix(2).prefix(1) + ["and"] + shared.suffix(1)
        return GeneratedPart(
            lists: [.init(items: own.map { .init($0) })],
            last: (own.isEmpty ? [] : [".Pp"]) + list + ["are described in", ".Xr whereismy 1 ."])
    }

    /// The subcommands with their summaries.
    private static var subcommands: GeneratedPart {
        GeneratedPart(
            name: "subcommands",
            lists: [
                .init(
                    items: CommandProgram.subcommands.map {
                        .init(tag: "Xr whereismy-\($0.name) 1", lines: [$0.table.summary])
                    })
            ],
            style: "-tag -width \"whereismy-simulate(1)\"")
    }

    /// The checks of the doctor, whose names are a promise to programs.
    private static var checks: GeneratedPart {
        GeneratedPart(
            name: "checks",
            lists: [.init(items: CheckName.allCases.map { .init(tag: "Cm \($0.rawValue)", lines: []) })],
            style: "-tag -width \"receiver-access\"")
    }

    /// The exit codes of each subcommand but 1 and 64, as its own page has them, with the meaning of 4 that the page has by hand.
    ///
    /// - Parameters:
    ///   - page: `whereismy(1)`.
    ///   - read: returns the text of a page.
    /// - Returns: the part.
    static func codes(_ page: String, read: (String) throws -> String) rethrows -> GeneratedPart {
        let rows = page.split(separator: "\n").filter { $0.hasPrefix(".It Cm ") && $0.contains(" Ta ") }
        let items = try CommandProgram.subcommands.map { subcommand in
            let name = subcommand.name
            let status = try read("whereismy-\(name).1").split(separatorText: "\n.Sh EXIT STATUS\n").last ?? ""
            let codes = status.split(separatorText: "\n.Sh ")[0].split(separator: "\n").filter { $0.hasPrefix(".It ") }
                .flatMap { $0.split(separator: " ").compactMap { Int($0) } }
            let row = rows.first { $0.hasPrefix(".It Cm \(name) Ta ") }
            let meaning = row?.split(separatorText: " Ta ").last ?? "\\-"
            let others = Set(codes).subtracting([1, 64]).sorted().map { "\($0)" }.joined(separator: " ")
            return GeneratedPart.Item(tag: "Cm \(name) Ta \(others) Ta \(meaning)", lines: [])
        }
        return GeneratedPart(
            name: "codes", lists: [.init(items: items)],
            style: "-column \"completion\" \"0 3 4 5 6\" \"no position is known, or no anchor watch\"")
    }
}
