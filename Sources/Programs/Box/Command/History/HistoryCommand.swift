import Basics
import CommandLine
import History
import JSON
import Location
import Pages
import Queries

/// `whereismy history`: inspect and maintain the history, and undo imports.
enum HistoryCommand: Subcommand {
    static let name = "history"

    enum Action: String, CaseIterable {
        case info
        case verify
        case imports
        case undo
        case prune
        case vacuum
    }

    private static let dryRun = Option("dry-run", help: "prune, undo: print what would be removed")

    static let table = OptionTable(
        usage: "whereismy history [OPTION]... [info|verify|imports|undo ID|prune|vacuum]",
        summary: "Show, verify, prune or compact the history, and undo imports.",
        defaultAction: "info",
        options: PruneSelection.options + [dryRun, .quiet, OutputFormat.option] + Option.historyOptions,
        operand: .each(of: Action.self))

    static func run(_ options: ParsedOptions, in context: Context) throws -> CommandResult {
        let format = try options.outputFormat()
        let (action, id) = try action(Action.self, of: options) { action in
            action == .undo ? "number: an ID of history imports" : nil
        }
        try check(options, for: action)
        let path = try context.historyFile(options)
        let report = ChangeReport(options, isJSON: format == .json)
        switch action {
        case .info:
            return HistoryCommandOutput.info(try context.history(options).info(), path: path, format, in: context)
        case .verify: return HistoryCommandOutput.verification(try context.writtenHistory(options).verify(), format)
        case .imports: return try ImportHistory.list(path, format, in: context)
        case .undo:
            let id = try ImportHistory.id(id)
            guard !options.contains(dryRun) else {
                return try ImportHistory.preview(id, at: path, format: format, in: context)
            }
            return try ImportHistory.undo(id, of: writable(path), report: report, in: context)
        case .prune:
            let selection = try PruneSelection(options, in: context)
            guard !options.contains(dryRun) else { return try preview(path, selection, format: format, in: context) }
            return try prune(path, selection, report: report, in: context)
        case .vacuum: return try vacuum(path, report)
        }
    }

    private static func check(_ options: ParsedOptions, for action: Action) throws(UsageError) {
        if action != .prune, let odd = PruneSelection.options.first(where: options.contains) {
            throw UsageError("--\(odd.name) is only for prune")
        }
        guard options.contains(dryRun), action != .prune, action != .undo else { return }
        throw UsageError("--\(dryRun.name) is only for prune and undo")
    }

    /// Opens the history for writing; does not create it.
    private static func writable(_ path: String) throws -> SQLiteHistory {
        _ = try SQLiteHistory(path: path, access: .readOnly)
        return try SQLiteHistory(path: path, access: .readWrite)
    }

    /// Counts what ``prune(_:_:report:in:)`` would remove.
    private static func preview(
        _ path: String, _ selection: PruneSelection, format: OutputFormat, in context: Context
    ) throws -> CommandResult {
        var (count, first, last) = (0, Timestamp?.none, Timestamp?.none)
        var query = selection.query
        query.showsContradicted = true
        _ = try SQLiteHistory(path: path, access: .readOnly).forEachPoint(query) { point in
            count += 1
            first = first ?? point.timestamp
            last = point.timestamp
        }
        let span = first.flatMap { first in last.map { (first, $0) } }
        return HistoryCommandOutput.preview(count, selection, span: span, format: format, in: context)
    }

    private static func prune(
        _ path: String, _ selection: PruneSelection, report: ChangeReport, in context: Context
    ) throws -> CommandResult {
        let history = try writable(path)
        let size = try history.info().bytes
        let removed = try history.prune(selection.query)
        let change = SizeChange(from: size, to: try history.info().bytes)
        return HistoryCommandOutput.pruned(removed, selection, size: change, report: report, in: context)
    }

    private static func vacuum(_ path: String, _ report: ChangeReport) throws -> CommandResult {
        let history = try writable(path)
        let size = try history.info().bytes
        try history.vacuum()
        return HistoryCommandOutput.vacuumed(SizeChange(from: size, to: try history.info().bytes), report)
    }
}

enum HistoryCommandOutput {
    static func info(_ info: HistoryInfo, path: String, _ format: OutputFormat, in context: Context) -> CommandResult {
        guard format == .text else { return .json { $0.members(of: info) } }
        let each = info.fixes > 0 ? FixedDecimalText.text(Double(info.bytes) / Double(info.fixes), decimals: 2) : nil
        let rows: [(name: String, text: String?)] = [
            ("file", path), ("fixes", "\(info.fixes), \(info.recent) of them not sealed yet"),
            ("events", "\(info.placeEvents)"), ("segments", "\(info.segments)"),
            ("size", "\(info.bytes) bytes" + (each.map { ", \($0) a fix" } ?? "") + ", \(info.freeBytes) of them free"),
            ("first", info.first.map(context.localTime)), ("last", info.last.map(context.localTime)),
        ]
        let devices = info.devices.map { (name: "receiver", text: Optional($0)) }
        let gaps = info.gaps.map { gap in
            let span = "\(context.localTime(gap.from)) to \(context.localTime(gap.to))"
            return (name: "gap", text: Optional("\(span), \(DurationText.text(gap.to - gap.from))"))
        }
        let lines = (rows + devices + gaps).compactMap { row in
            row.text.map { row.name + String(repeating: " ", count: 10 - row.name.count) + PrintableText.sanitized($0) }
        }
        return CommandResult(text: lines.map { $0 + "\n" }.joined())
    }

    static func verification(_ result: Verification, _ format: OutputFormat) -> CommandResult {
        let code: ExitCode = result.isGood ? .success : .failure
        guard format == .text else { return .json(code: code) { $0.members(of: result) } }
        let readable = "\(result.fixes) fixes and \(result.placeEvents) events are readable"
        let counts = "\(readable), \(result.segments) segments checked"
        let damaged = result.damaged.map { "damaged: \($0)" } + result.issues.map { "fault: \($0)" }
        let lines = damaged + [result.isGood ? "\(counts): no damage" : "\(counts), \(damaged.count) are damaged"]
        return CommandResult(text: lines.map { PrintableText.sanitized($0) + "\n" }.joined(), code: code)
    }

    static func pruned(
        _ count: Int, _ selection: PruneSelection, size: SizeChange, report: ChangeReport, in context: Context
    ) -> CommandResult {
        guard !report.isJSON else {
            return .json { json in
                json.integer("removed", count)
                selection.members(&json)
                json.members(of: size)
            }
        }
        return report.text("removed \(count) fixes \(selection.text(in: context)); \(size.text)")
    }

    /// Formats what a prune would remove; `span` are the first and the last fix.
    static func preview(
        _ count: Int, _ selection: PruneSelection, span: (first: Timestamp, last: Timestamp)?, format: OutputFormat,
        in context: Context
    ) -> CommandResult {
        guard format == .text else {
            return .json { json in
                json.integer("wouldRemove", count)
                selection.members(&json)
                json.time("first", span?.first)
                json.time("last", span?.last)
            }
        }
        let times = span.map { ": \(context.localTime($0.first)) to \(context.localTime($0.last))" } ?? ""
        return CommandResult(text: "would remove \(count) fixes \(selection.text(in: context))\(times)\n")
    }

    static func vacuumed(_ size: SizeChange, _ report: ChangeReport) -> CommandResult {
        guard !report.isJSON else { return .json { $0.members(of: size) } }
        return report.text("packed; \(size.text)")
    }
}

extension SizeChange {
    /// Both sizes, as in messages.
    var text: String { "its size changed from \(from) to \(to) bytes" }
}
