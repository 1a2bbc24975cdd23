import CommandLine

@testable import FleetCommand

/// The generated part of `whereismy-fleet(8)`.
enum FleetManual {
    /// The options of all subcommands, in the order of the help.
    static var options: GeneratedPart {
        let common = [OutputFormat.option, .quiet] + FleetProgram.sharedOptions
        let names = Set(common.map(\.name))
        let lists = FleetProgram.subcommands.map { subcommand in
            GeneratedPart.List(
                heading: "Options of \(subcommand.name)",
                items: subcommand.table.options.filter {
                    !names.contains($0.name) || $0.help != common.help(of: $0.name)
                }.map { .init($0) })
        }
        return GeneratedPart(
            lists: [.init(heading: "Common options", items: common.map { .init($0) })] + lists, style: "-tag -width 4n")
    }
}

extension [Option] {
    /// The line of the help of the option with a name; nil if there is none.
    fileprivate func help(of name: String) -> String? { first { $0.name == name }?.help }
}
