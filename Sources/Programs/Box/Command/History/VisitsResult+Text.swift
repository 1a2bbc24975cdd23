import Basics
import CommandLine
import History
import Pages
import Queries

extension VisitsResult {
    /// Formats visits, with their number and total duration if requested.
    func result(
        damaged: [DamagedSegment], format: OutputFormat, hasSums: Bool, in context: Context
    ) -> CommandResult {
        let damage = DamageReport(damaged: damaged)
        let name = PrintableText.sanitized(place).debugDescription
        let emptyMessage = visits.isEmpty && damaged.isEmpty ? "no visit to \(name) \(period.text(in: context))" : ""
        let output = format == .json ? json : Array(text(hasSums: hasSums, in: context).utf8)
        return CommandResult(
            output: output, diagnostics: emptyMessage + damage.message,
            code: damage.code(isEmpty: visits.isEmpty))
    }

    private func text(hasSums: Bool, in context: Context) -> String {
        let lines = visits.map { visit in
            "\(context.localTime(visit.from)) to \(context.localTime(visit.to)), "
                + Self.span(visit.length, seen: visit.covered) + Self.end(visit)
        }
        guard hasSums else { return lines.map { $0 + "\n" }.joined() }
        let rows = [["place", place], ["visits", "\(visits.count)"], ["time", Self.span(time, seen: covered)]]
        return TextTable.text(rows + lines.map { ["visit", $0] })
    }

    private static func end(_ visit: Visit) -> String {
        switch visit.end {
        case .left: ""
        case .recordEnds: ", record ends"
        case .periodEnds: ", period ends"
        case .open: ", not left since"
        }
    }

    /// Shows an unknown time of a minute or more; every gap is longer than that.
    private static func span(_ length: Duration, seen: Duration) -> String {
        let unknown = length - seen
        guard unknown >= .seconds(60) else { return DurationText.text(length) }
        return "\(DurationText.text(length)), no record for \(DurationText.text(unknown)) of it"
    }
}
