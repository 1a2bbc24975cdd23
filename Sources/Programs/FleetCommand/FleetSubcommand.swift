import Basics
public import Configuration
import JSON

/// A subcommand of `whereismy-fleet`.
protocol FleetSubcommand: SendableMetatype {
    /// The name on the command line.
    static var name: String { get }

    /// The usage, the summary and the options.
    static var table: OptionTable { get }

    /// Executes the subcommand.
    static func run(_ options: ParsedOptions, in context: OperatorContext) throws -> OperatorResult
}

/// All subcommands; help and dispatch follow from this list.
enum FleetSubcommands {
    /// The subcommands in the order of the help.
    static let all: [any FleetSubcommand.Type] = [
        InitCommand.self, MigrateCommand.self, DeviceCommand.self, TeamCommand.self, MemberCommand.self,
        FleetTokenCommand.self, LinkCommand.self, FleetShareCommand.self, FleetStatusCommand.self,
        FleetDoctorCommand.self,
        RegroupCommand.self, ExportCommand.self, FleetImportCommand.self, ServeCommand.self, HooksCommand.self,
    ]

    /// Finds the subcommand in a command line; options may precede it.
    ///
    /// - Returns: the subcommand, nil if there is none, and the other arguments.
    /// - Throws: `UsageError` with the nearest name if unknown.
    static func find(
        in arguments: [String]
    ) throws(UsageError) -> (subcommand: (any FleetSubcommand.Type)?, rest: [String]) {
        let names = Set(all.flatMap { $0.table.options.map(\.name) })
        let options = OptionTable(
            usage: "", summary: "",
            options: names.compactMap { name in all.flatMap { $0.table.options }.first { $0.name == name } })
        guard let index = options.indexOfFirstOperand(in: arguments) else { return (nil, arguments) }
        var (name, rest) = (arguments[index], arguments)
        rest.remove(at: index)
        if name == "help", index < rest.count {
            name = rest.remove(at: index)
            rest.append("--help")
        }
        if name == "help" { return (nil, ["--help"]) }
        guard let subcommand = all.first(where: { $0.name == name }) else {
            throw UsageError("unknown subcommand \(name.debugDescription), \(all.map { $0.name }.hint(for: name))")
        }
        return (subcommand, rest)
    }
}

/// The result of a subcommand.
public struct OperatorResult: Hashable, Sendable {
    /// The bytes for standard output.
    public var output: [UInt8] = []
    /// Lines for standard error; empty for none.
    public var diagnostics = ""
    /// The exit code.
    public var code = ExitCode.success

    /// A result with text.
    static func text(_ text: String, diagnostics: String = "", code: ExitCode = .success) -> OperatorResult {
        OperatorResult(output: Array(text.utf8), diagnostics: diagnostics, code: code)
    }

    /// A result with a JSON document.
    static func json(_ members: (inout JSONWriter) -> Void) -> OperatorResult {
        var writer = JSONWriter()
        writer.object(nil, members)
        return OperatorResult(output: writer.bytes + [0x0A])
    }

    /// A line about a change, or nothing with `--quiet`.
    static func change(_ line: String, _ options: ParsedOptions) -> OperatorResult {
        options.contains(.fleetQuiet) ? OperatorResult() : .text(PrintableText.sanitized(line) + "\n")
    }
}

extension Option {
    /// `--quiet`, of subcommands that report a change.
    static let fleetQuiet = Option("quiet", letter: "q", help: "print no line about a change")
    /// The options of all subcommands.
    static let fleetShared = [FleetConfiguration.option, help, version]
}

/// Operands of subcommands with actions.
enum FleetOperands {
    /// Parses an action; without operands it is the subcommand's default.
    ///
    /// - Returns: the action and the operands after it.
    /// - Throws: `UsageError`.
    static func action<Action: RawRepresentable<String> & CaseIterable>(
        _ type: Action.Type, from options: ParsedOptions, of subcommand: any FleetSubcommand.Type
    ) throws(UsageError) -> (Action, rest: [String]) {
        let word = options.operands.first ?? subcommand.table.defaultAction ?? ""
        guard let action = Action(rawValue: word) else {
            let hint = type.allCases.map(\.rawValue).hint(for: word)
            throw UsageError("\(subcommand.name): unknown action \(word.debugDescription), \(hint)")
        }
        return (action, Array(options.operands.dropFirst()))
    }

    /// Checks the number of operands.
    ///
    /// - Parameters:
    ///   - operands: the operands.
    ///   - names: what each is, such as `name`.
    ///   - what: the subcommand and action, for messages.
    /// - Returns: the operands.
    /// - Throws: `UsageError` about the first that is missing or too many.
    static func exactly(_ operands: [String], _ names: [String], of what: String) throws(UsageError) -> [String] {
        if operands.count < names.count { throw UsageError("\(what) needs a \(names[operands.count])") }
        if operands.count > names.count {
            throw UsageError("unexpected argument \(operands[names.count].debugDescription), see --help")
        }
        return operands
    }
}
