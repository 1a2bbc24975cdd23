import APIClient
import Basics
public import Configuration
import Linux
import Location

/// The program `whereismy`.
public enum CommandProgram {
    /// Executes a command line.
    ///
    /// - Parameters:
    ///   - arguments: the arguments without the program's name.
    ///   - context: access to the system.
    /// - Returns: the output and the exit code, also after an error.
    public static func run(_ arguments: [String], in context: Context) -> CommandResult {
        do {
            let (subcommand, rest) = try Subcommands.find(in: spelledOut(arguments))
            let table = (subcommand ?? Subcommands.standard).table
            let options = try table.parse(rest)
            if options.contains(.help) { return CommandResult(text: subcommand?.table.help ?? help, code: .success) }
            if options.contains(.version) {
                return CommandResult(text: "whereismy \(Product.version)\n", code: .success)
            }
            var context = context
            if table.options.contains(where: { $0.name == Option.units.name }) {
                let loaded = try options.loadedSettings(environment: context.environment, files: context.files)
                context.display = loaded.settings.display
            }
            return try (subcommand ?? Subcommands.standard).run(options, in: context)
        } catch let error as UsageError {
            return CommandResult(diagnostics: error.description, code: .usage)
        } catch let error as DaemonError {
            return CommandResult(diagnostics: error.description, code: error.code)
        } catch {
            return CommandResult(diagnostics: "\(error)", code: .failure)
        }
    }

    /// Rewrites `help NAME` as `NAME --help`.
    private static func spelledOut(_ arguments: [String]) -> [String] {
        guard let index = Subcommands.indexOfName(in: arguments), arguments[index] == "help" else { return arguments }
        return arguments[..<index] + arguments[(index + 1)...] + ["--\(Option.help.name)"]
    }

    private static var help: String {
        let rows = Subcommands.all.map { ($0.name, $0.table.summary) }
        return OptionTable(
            usage: "whereismy [SUBCOMMAND] [OPTION]...",
            summary: "Show the position of this machine and its accuracy. Without a subcommand: last.",
            options: Subcommands.standard.table.options
        ).help(sections: [(title: "Subcommands", rows: rows + [("help NAME", "The same as NAME --help.")])])
    }

    /// Runs the program on this machine.
    ///
    /// - Parameter arguments: the arguments without the program's name.
    /// - Returns: the exit code.
    public static func main(_ arguments: [String]) -> Int32 {
        // Otherwise SIGPIPE ends the program before it can report the error.
        SignalFD.ignoreBrokenPipes()
        let result = run(arguments, in: .system())
        var code = result.code
        do {
            if !result.output.isEmpty { try StandardStream.output.write(result.output) }
        } catch  where error.isBrokenPipe {
            // The reader closed the pipe on purpose.
        } catch {
            printDiagnostics(error.description)
            code = .failure
        }
        printDiagnostics(result.diagnostics)
        return code.rawValue
    }

    /// Prints lines to standard error.
    static func printDiagnostics(_ text: String) {
        let lines = text.split(separator: "\n").map { "whereismy: \(PrintableText.sanitized($0))\n" }.joined()
        // Without standard error there is no place to report the failure.
        if !lines.isEmpty { try? StandardStream.error.write(Array(lines.utf8)) }
    }
}

/// The result of a subcommand.
public struct CommandResult: Hashable, Sendable {
    /// The bytes for standard output.
    public var output: [UInt8]
    /// Lines for standard error; empty for none.
    public var diagnostics: String
    /// The exit code.
    public var code: ExitCode

    /// Creates a result.
    public init(output: [UInt8] = [], diagnostics: String = "", code: ExitCode) {
        self.output = output
        self.diagnostics = diagnostics
        self.code = code
    }

    /// Creates a result with text.
    init(text: String, diagnostics: String = "", code: ExitCode) {
        self.init(output: Array(text.utf8), diagnostics: diagnostics, code: code)
    }
}
