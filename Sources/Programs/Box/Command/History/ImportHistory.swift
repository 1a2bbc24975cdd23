import Basics
import CommandLine
import History
import JSON
import Queries

/// `whereismy history imports` and `whereismy history undo`.
enum ImportHistory {
    static func list(_ path: String, _ format: OutputFormat, in context: Context) throws -> CommandResult {
        let imports = try SQLiteHistory(path: path, access: .readOnly).importList()
        guard format == .text else {
            return .json { json in json.objects("imports", imports) { $0.members(of: $1) } }
        }
        guard !imports.isEmpty else {
            return CommandResult(diagnostics: "no import of this version is in the history", code: .nothingKnown)
        }
        return CommandResult(text: TextTable.text(imports.map { $0.row(in: context) }))
    }

    static func id(_ text: String) throws(UsageError) -> Int64 {
        guard let id = Int64(text), id > 0 else {
            throw UsageError("\(text.debugDescription) is no ID of an import; whereismy history imports lists them")
        }
        return id
    }

    /// Returns what undoing an import would remove.
    static func preview(
        _ id: Int64, at path: String, format: OutputFormat, in context: Context
    ) throws -> CommandResult {
        let history = try SQLiteHistory(path: path, access: .readOnly)
        guard let record = try history.importRecord(id) else { return unknown(id) }
        let undone = try history.previewUndo(id)
        guard format == .text else {
            return .json { json in
                json.integer("wouldRemove", undone.points)
                json.members(of: record, undone)
            }
        }
        return CommandResult(text: "would remove \(text(undone, record, in: context))\n")
    }

    static func undo(
        _ id: Int64, of history: SQLiteHistory, report: ChangeReport, in context: Context
    ) throws -> CommandResult {
        guard let record = try history.importRecord(id) else { return unknown(id) }
        let size = try history.info().bytes
        var progress = ImportProgress(of: record.remaining, columns: context.columns())
        var shown = 0
        let undone = try history.undoImport(id) { removed in
            progress.show(more: removed - shown)
            shown = removed
        }
        progress.end()
        let change = SizeChange(from: size, to: try history.info().bytes)
        let damage = DamageReport(damaged: undone.damaged)
        guard !report.isJSON else {
            return .json(diagnostics: damage.message, code: damage.code()) { json in
                json.integer("removed", undone.points)
                json.members(of: record, undone)
                json.members(of: change)
            }
        }
        var result = report.text("removed \(text(undone, record, in: context)); \(change.text)")
        (result.diagnostics, result.code) = (damage.message, damage.code())
        return result
    }

    private static func unknown(_ id: Int64) -> CommandResult {
        CommandResult(diagnostics: "no import \(id) is known; whereismy history imports lists them", code: .failure)
    }

    private static func text(_ undone: UndoneImport, _ record: HistoryImport, in context: Context) -> String {
        let what = "\(undone.points) fixes of import \(record.id), \(PrintableText.sanitized(record.title))"
        guard let first = undone.first, let last = undone.last else { return what }
        return "\(what): \(context.localTime(first)) to \(context.localTime(last))"
    }
}

extension HistoryImport {
    /// The first file, and how many others.
    fileprivate var title: String { fileCount > 1 ? "\(file) and \(fileCount - 1) more" : file }

    fileprivate func row(in context: Context) -> [String] {
        let rest = remaining == points ? "" : ", \(remaining) left"
        return ["\(id)", context.localTime(started), format, "\(points) fixes\(rest)", title]
    }
}

extension JSONWriter {
    fileprivate mutating func members(of record: HistoryImport) {
        integer("id", Int(record.id))
        time("time", record.started)
        string("file", record.file)
        integer("files", record.fileCount)
        string("format", record.format)
        integer("points", record.points)
        integer("remaining", record.remaining)
    }

    fileprivate mutating func members(of record: HistoryImport, _ undone: UndoneImport) {
        integer("id", Int(record.id))
        string("file", record.file)
        time("first", undone.first)
        time("last", undone.last)
    }
}
