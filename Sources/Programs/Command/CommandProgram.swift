import APIClient
import Basics
public import Configuration
import Linux
import Location

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

extension CommandProgram {
    /// Runs the program on this machine.
    ///
    /// - Parameter arguments: what follows the program's name.
    /// - Returns: what to exit with.
    public static func main(_ arguments: [String]) -> Int32 {
        // Without this, a reader that goes away ends the program before it can say so.
        SignalFD.ignoreBrokenPipes()
        let outcome = run(arguments, in: .system())
        var code = outcome.code
        do {
            if !outcome.output.isEmpty { try StandardStream.output.write(outcome.output) }
        } catch  where error.isBrokenPipe {
            // Whoever reads has read enough.
        } catch {
            printDiagnostics(error.description)
            code = .failure
        }
        printDiagnostics(outcome.diagnostics)
        return code.rawValue
    }

    /// Says lines on standard error.
    static func printDiagnostics(_ text: String) {
        let lines = text.split(separator: "\n").map { "whereismy: \(PrintableText.sanitized($0))\n" }.joined()
        // Where standard error is gone there is nobody left to tell.
        if !lines.isEmpty { try? StandardStream.error.write(Array(lines.utf8)) }
    }
}

/// What a subcommand comes to.
public struct CommandResult: Hashable, Sendable {
    /// The answer, for standard output.
    public var output: [UInt8]
    /// What else there is to say, for standard error, a line each; empty for nothing.
    public var diagnostics: String
    /// What the program exits with.
    public var code: ExitCode

    /// Makes an outcome.
    public init(output: [UInt8] = [], diagnostics: String = "", code: ExitCode) {
        self.output = output
        self.diagnostics = diagnostics
        self.code = code
    }

    /// Makes an outcome that is text.
    init(text: String, diagnostics: String = "", code: ExitCode) {
        self.init(output: Array(text.utf8), diagnostics: diagnostics, code: code)
    }
}
