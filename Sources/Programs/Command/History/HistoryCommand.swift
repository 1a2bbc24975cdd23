import Queries
import Basics
import Configuration
import History
import Location

/// `whereismy history`: look after the history itself.
enum HistoryCommand {
    /// What is done with it.
    enum Action: String, CaseIterable {
        case info
        case verify
        case prune
        case vacuum
    }

    private static let before = Option("before", value: "TIME", help: "prune: remove what is older than this")

    static let table = OptionTable(
        usage: "whereismy history [OPTION]... info|verify|prune|vacuum",
        summary: "Tell what the history holds, check it, remove what is old, or pack it.",
        options: [before, OutputFormat.option] + Option.historyOptions, operand: .each(of: Action.self))

    static func run(_ options: ParsedOptions, in context: Context) throws -> CommandResult {
        let format: OutputFormat = try options.choice(of: OutputFormat.option) ?? .text
        let action = try action(options)
        let moment = try context.moment(of: before, in: options)
        guard moment == nil || action == .prune else { throw UsageError("--before goes with prune alone") }
        let path = try context.historyFile(options)
        switch action {
        case .info: return HistoryCommandOutput.info(try context.history(options).info(), path: path, format, in: context)
        case .verify: return HistoryCommandOutput.verification(try context.history(options).verify(), format)
        case .prune:
            guard let moment else { throw UsageError("prune needs a moment: --before 2026-01-31") }
            return try prune(path, before: moment, format, in: context)
        case .vacuum: return try vacuum(path, format)
        }
    }

    /// The history for writing; one that is not there is not made.
    private static func writable(_ path: String) throws -> SQLiteHistory {
        _ = try SQLiteHistory(path: path, access: .readOnly)
        return try SQLiteHistory(path: path, access: .readWrite)
    }

    private static func action(_ options: ParsedOptions) throws(UsageError) -> Action {
        let hint = "one of \(Action.allCases.map(\.rawValue).joined(separator: ", "))"
        guard let name = options.operands.first else { throw UsageError("history needs \(hint)") }
        guard options.operands.count == 1 else {
            throw UsageError("unexpected argument \(options.operands[1].debugDescription), see --help")
        }
        guard let action = Action(rawValue: name) else {
            let hint = Action.allCases.map(\.rawValue).hint(for: name)
            throw UsageError("history: unknown action \(name.debugDescription), \(hint)")
        }
        return action
    }

    private static func prune(
        _ path: String, before moment: Timestamp, _ format: OutputFormat, in context: Context
    ) throws -> CommandResult {
        let history = try writable(path)
        let (size, removed) = (try history.info().bytes, try history.prune(before: moment))
        let change = SizeChange(from: size, to: try history.info().bytes)
        return HistoryCommandOutput.pruned(removed, before: moment, size: change, format: format, in: context)
    }

    private static func vacuum(_ path: String, _ format: OutputFormat) throws -> CommandResult {
        let history = try writable(path)
        let size = try history.info().bytes
        try history.vacuum()
        return HistoryCommandOutput.vacuumed(SizeChange(from: size, to: try history.info().bytes), format)
    }
}
