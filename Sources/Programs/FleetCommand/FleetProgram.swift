import Basics
import Configuration
import Linux
import Systemd

/// The program `whereismy-fleet`.
public enum FleetProgram {
    /// Executes a command line.
    ///
    /// - Parameters:
    ///   - arguments: the arguments without the program's name.
    ///   - context: access to the system.
    /// - Returns: the output and the exit code, also after an error.
    public static func run(_ arguments: [String], in context: OperatorContext) -> OperatorResult {
        do {
            let (subcommand, rest) = try FleetSubcommands.find(in: arguments)
            guard let subcommand else { return try withoutSubcommand(rest) }
            let options = try subcommand.table.parse(rest)
            if options.contains(.help) { return .text(subcommand.table.help) }
            if options.contains(.version) { return .text("whereismy-fleet \(Product.version)\n") }
            return try subcommand.run(options, in: context)
        } catch let error as UsageError {
            return OperatorResult(diagnostics: error.description, code: .usage)
        } catch let error as SystemError where error.isBrokenPipe {
            return OperatorResult()
        } catch {
            return OperatorResult(diagnostics: "\(error)", code: .failure)
        }
    }

    private static func withoutSubcommand(_ arguments: [String]) throws(UsageError) -> OperatorResult {
        let table = OptionTable(
            usage: "whereismy-fleet SUBCOMMAND [OPTION]...",
            summary: "Collect the positions of many devices in PostgreSQL, and show them.",
            options: Option.fleetShared)
        let options = try table.parse(arguments)
        if options.contains(.version) { return .text("whereismy-fleet \(Product.version)\n") }
        guard options.contains(.help) else { throw UsageError("a subcommand is missing, see --help") }
        let rows = FleetSubcommands.all.map { ($0.name, $0.table.summary) }
        return .text(
            table.help(sections: [(title: "Subcommands", rows: rows + [("help NAME", "The same as NAME --help.")])]))
    }

    /// Runs the program on this machine.
    ///
    /// - Parameter arguments: the arguments without the program's name.
    /// - Returns: the exit code.
    public static func main(_ arguments: [String]) -> Int32 {
        SignalFD.ignoreBrokenPipes()
        CrashHandler.install(isJournal: Log.isJournal)
        let result = run(arguments, in: .system())
        var code = result.code
        do throws(SystemError) {
            if !result.output.isEmpty { try StandardStream.output.write(result.output) }
        } catch {
            if !error.isBrokenPipe {
                printDiagnostics(error.description)
                code = .failure
            }
        }
        printDiagnostics(result.diagnostics)
        return code.rawValue
    }

    private static func printDiagnostics(_ text: String) {
        for line in text.split(separator: "\n") {
            Log.writeLast(.error, "whereismy-fleet: \(PrintableText.sanitized(line))")
        }
    }
}
