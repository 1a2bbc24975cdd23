import APIClient
import Configuration

/// The program `whereismy`.
public enum CommandProgram {
    /// Does what a command line asks for.
    ///
    /// - Parameters:
    ///   - arguments: what follows the program's name.
    ///   - context: the world around.
    /// - Returns: what to say and to exit with, also when something failed.
    public static func run(_ arguments: [String], in context: Context) -> CommandResult {
        do {
            let (subcommand, rest) = try Subcommand.find(in: spelledOut(arguments))
            let options = try (subcommand ?? .last).table.parse(rest)
            if options.contains(.help) { return CommandResult(text: subcommand?.table.help ?? help, code: .success) }
            if options.contains(.version) { return CommandResult(text: "whereismy \(Product.version)\n", code: .success) }
            return try (subcommand ?? .last).run(options, in: context)
        } catch let error as UsageError {
            return CommandResult(diagnostics: error.description, code: .usage)
        } catch let error as DaemonError {
            return CommandResult(diagnostics: error.description, code: error.code)
        } catch {
            return CommandResult(diagnostics: "\(error)", code: .failure)
        }
    }

    /// `help NAME` as `NAME --help`.
    private static func spelledOut(_ arguments: [String]) -> [String] {
        arguments.first == "help" ? arguments.dropFirst() + ["--\(Option.help.name)"] : arguments
    }

    private static var help: String {
        let rows = Subcommand.allCases.map { ($0.rawValue, $0.table.summary) }
        return OptionTable(
            usage: "whereismy [SUBCOMMAND] [OPTION]...",
            summary: "Where is this machine, and how sure is that? Without a subcommand: last.",
            options: LastCommand.table.options
        ).help(sections: [(title: "Subcommands", rows: rows + [("help NAME", "The same as NAME --help.")])])
    }
}
