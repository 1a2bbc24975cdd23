import Basics
import CommandLine
import History
import JSON
import Location
import Queries

/// The fixes that `whereismy history prune` removes.
struct PruneSelection {
    static let before = Option("before", value: "TIME", help: "prune: remove older fixes")
    static let options = [before, Period.from, Period.to, Option.device]

    let query: PointQuery
    private let before: Timestamp?
    private let period: Period

    /// Creates the selection given by options.
    ///
    /// - Throws: `UsageError` for malformed or contradictory options, or none.
    init(_ options: ParsedOptions, in context: Context) throws(UsageError) {
        before = try context.moment(of: Self.before, in: options)
        let first = try context.moment(of: Period.from, in: options)
        let last = try context.moment(of: Period.to, in: options)
        guard Self.options.contains(where: options.contains) else {
            throw UsageError("prune needs a time or a receiver: --before 2026-01-31 or --device DEVICE")
        }
        if before != nil, last != nil { throw UsageError("--before cannot be combined with --to") }
        period = Period(first: first, last: last ?? before)
        if let first, let end = period.last, first > end {
            throw UsageError("--from: \(first.iso8601) is after --\(last == nil ? "before" : "to"), \(end.iso8601)")
        }
        query = PointQuery(
            from: first, to: last ?? before.map { $0 + .milliseconds(-1) },
            device: options.value(of: .device).map(DevicePath.withoutCredentials))
    }

    /// A text after a number of fixes, such as `of bike between 2026-01-31 10:30:00 and 2026-01-31 11:00:00`.
    func text(in context: Context) -> String {
        let receiver = query.device.map { "of \(PrintableText.sanitized($0))" }
        let isOlder = before != nil && query.from == nil
        let time = isOlder ? before.map { "from before \(context.localTime($0))" } : period.text(in: context)
        return [receiver, time].compactMap(\.self).joined(separator: " ")
    }

    /// Writes the given options.
    func members(_ json: inout JSONWriter) {
        json.string("device", query.device)
        json.time("from", query.from)
        json.time("to", before == nil ? query.to : nil)
        json.time("before", before)
    }
}
