import Basics
import Linux

/// A program with subcommands: dispatch, help and completion follow from its list.
public protocol Program: SendableMetatype {
    /// The access of the subcommands to the system.
    associatedtype Context

    /// The name of the program.
    static var name: String { get }

    /// The version.
    static var version: String { get }

    /// The usage, the purpose, and the options of a command line without a subcommand.
    static var overview: OptionTable { get }

    /// The options of every subcommand.
    static var sharedOptions: [Option] { get }

    /// The subcommands in the order of the help.
    static var subcommands: [any Subcommand<Context>.Type] { get }

    /// The subcommand of a command line without one; nil if one is required.
    static var standard: (any Subcommand<Context>.Type)? { get }

    /// Changes the context for the options of a subcommand.
    static func prepare(_ context: inout Context, for table: OptionTable, _ options: ParsedOptions) throws

    /// Prints a line to standard error or the journal.
    static func report(_ line: String)
}

extension Program {
    /// Requires a subcommand.
    public static var standard: (any Subcommand<Context>.Type)? { nil }

    /// Changes nothing.
    public static func prepare(_ context: inout Context, for table: OptionTable, _ options: ParsedOptions) throws {}

    /// The program as data.
    public static var table: ProgramTable {
        ProgramTable(
            name: name, overview: overview, subcommands: subcommands.map { ($0.name, $0.table) },
            standard: standard?.name)
    }

    /// Executes arguments without the program's name; returns the output and the exit code, also after an error.
    public static func run(_ arguments: [String], in context: Context) -> CommandResult {
        do {
            return try result(of: arguments, in: context)
        } catch let error as SystemError where error.isBrokenPipe {
            // The reader closed the pipe on purpose.
            return CommandResult()
        } catch {
            return CommandResult(diagnostics: "\(error)", code: ExitCode(error))
        }
    }

    /// Finds the subcommand; most command lines begin with it, so that the options of all others are not needed.
    private static func find(in arguments: [String]) throws(UsageError) -> (index: Int?, rest: [String]) {
        guard let first = arguments.first else { return (nil, []) }
        guard let index = subcommands.firstIndex(where: { $0.name == first }) else {
            return try table.find(in: arguments)
        }
        return (index, Array(arguments.dropFirst()))
    }

    private static func result(of arguments: [String], in context: Context) throws -> CommandResult {
        let (index, rest) = try find(in: arguments)
        let named = index.map { subcommands[$0] }
        let subcommand = named ?? standard
        let table = subcommand?.table ?? overview
        let options = try table.parse(named?.rewrite(rest) ?? rest)
        if options.contains(.help) { return CommandResult(text: named?.table.help ?? self.table.help) }
        if options.contains(.version) { return CommandResult(text: "\(name) \(version)\n") }
        guard let subcommand else { throw UsageError("a subcommand is missing, see --help") }
        var context = context
        try prepare(&context, for: table, options)
        return try subcommand.run(options, in: context)
    }

    /// Runs the program on this machine with arguments without its name; returns the exit code.
    public static func main(_ arguments: [String], in context: Context) -> Int32 {
        // Otherwise SIGPIPE ends the program before it can report the error.
        SignalFD.ignoreBrokenPipes()
        let result = run(arguments, in: context)
        var code = result.code
        do throws(SystemError) {
            if !result.output.isEmpty { try StandardStream.output.write(result.output) }
        } catch {
            if !error.isBrokenPipe {
                reportLines(error.description)
                code = .failure
            }
        }
        reportLines(result.diagnostics)
        return code.rawValue
    }

    /// Prints the lines of a text as ``report(_:)`` does, each after the name of the program.
    public static func reportLines(_ text: String) {
        for line in text.split(separator: "\n") { report("\(name): \(PrintableText.sanitized(line))") }
    }
}
