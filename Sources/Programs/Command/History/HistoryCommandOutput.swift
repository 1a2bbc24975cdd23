import JSON
import Queries
import Basics
import Configuration
import History
import Location
import Pages
import Wire

/// What `whereismy history` says, in words or as one object of JSON.
enum HistoryCommandOutput {
    static func info(_ info: HistoryInfo, path: String, _ format: OutputFormat, in context: Context) -> CommandResult {
        guard format == .text else { return json { $0.members(of: info) } }
        let each = info.fixes > 0 ? FixedDecimalText.text(Double(info.bytes) / Double(info.fixes), decimals: 2) : nil
        let rows: [(name: String, words: String?)] = [
            ("file", path), ("fixes", "\(info.fixes), \(info.recent) of them not sealed yet"),
            ("events", "\(info.placeEvents)"), ("segments", "\(info.segments)"),
            ("size", "\(info.bytes) bytes" + (each.map { ", \($0) a fix" } ?? "") + ", \(info.freeBytes) of them free"),
            ("first", info.first.map(context.localTime)), ("last", info.last.map(context.localTime)),
        ]
        let devices = info.devices.map { (name: "receiver", words: Optional($0)) }
        let gaps = info.gaps.map { gap in
            let span = "\(context.localTime(gap.from)) to \(context.localTime(gap.to))"
            return (name: "gap", words: Optional("\(span), \(AgeText.span(gap.to - gap.from))"))
        }
        let lines = (rows + devices + gaps).compactMap { row in
            row.words.map { row.name + String(repeating: " ", count: 10 - row.name.count) + PrintableText.sanitized($0) }
        }
        return CommandResult(text: lines.map { $0 + "\n" }.joined(), code: .success)
    }

    static func verification(_ result: Verification, _ format: OutputFormat) -> CommandResult {
        let code: ExitCode = result.isGood ? .success : .failure
        guard format == .text else { return json(code) { $0.members(of: result) } }
        let readable = "\(result.fixes) fixes and \(result.placeEvents) events can be read"
        let counts = "\(readable), \(result.segments) segments were looked at"
        let damaged = result.damaged.map { "damaged: \($0)" } + result.issues.map { "fault: \($0)" }
        let lines = damaged + [result.isGood ? "\(counts): all is well" : "\(counts), \(damaged.count) are damaged"]
        return CommandResult(text: lines.map { PrintableText.sanitized($0) + "\n" }.joined(), code: code)
    }

    static func pruned(
        _ count: Int, before moment: Timestamp, size: SizeChange, format: OutputFormat, in context: Context
    ) -> CommandResult {
        guard format == .text else {
            return json { json in
                json.integer("removed", count)
                json.time("before", moment)
                json.members(of: size)
            }
        }
        let what = "removed \(count) fixes from before \(context.localTime(moment))"
        return CommandResult(text: "\(what); \(text(size))\n", code: .success)
    }

    static func vacuumed(_ size: SizeChange, _ format: OutputFormat) -> CommandResult {
        guard format == .text else { return json { $0.members(of: size) } }
        return CommandResult(text: "packed; \(text(size))\n", code: .success)
    }

    private static func text(_ size: SizeChange) -> String {
        "it took \(size.from) bytes and takes \(size.to)"
    }

    private static func json(_ code: ExitCode = .success, _ members: (inout JSONWriter) -> Void) -> CommandResult {
        var writer = JSONWriter()
        writer.object(nil, members)
        return CommandResult(output: writer.bytes + [UInt8(ascii: "\n")], code: code)
    }
}
