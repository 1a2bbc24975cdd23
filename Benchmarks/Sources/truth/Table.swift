import Simulator

/// The scores for people.
enum Table {
    private static let widths = [17, 13, 7, 10, 9, 9, 21, 19, 4, 7, 7, 7, 7, 15, 7, 7, 14]

    static var heading: String {
        let lines = [
            [
                "scenario", "contestant", "raw", "shown", "ratio", "95 %", "phantom", "odometer", "out", "reject",
                "reloc", "contra", "faults", "inside", "astray", "radius", "motion",
            ],
            [
                "", "", "m", "m", "", "m", "m/h (worst)", "% (worst)", "", "%", "epochs", "s", "", "% (worst)", "s",
                "/eph", "% (worst)",
            ],
        ]
        return lines.map(row).joined(separator: "\n")
    }

    static func rows(_ result: Result) -> String {
        result.summaries.enumerated().map { index, entry in
            row(cells(index == 0 ? result.scenario.name : "", entry.name, entry.summary))
        }.joined(separator: "\n")
    }

    private static func cells(_ scenario: String, _ name: String, _ summary: Summary) -> [String] {
        [
            scenario, name, Text.number(summary.rawError, 2), Text.number(summary.shownError, 2),
            Text.number(summary.value(.ratio), 2), Text.number(summary.shown95, 1),
            both(summary.value(.phantom), summary.worst(.phantom), 1),
            both(summary.odometerBias, summary.worst(.odometer), 2), Text.number(summary.value(.outliers), 0),
            Text.number(summary.value(.rejected), 2), Text.number(summary.value(.relocation), 0),
            Text.number(summary.value(.contradiction), 1), Text.number(summary.value(.faults), 0),
            both(summary.value(.containment), summary.worst(.containment), 1),
            Text.number(summary.value(.astray), 0),
            Text.number(summary.value(.radius), 2), both(summary.value(.motion), summary.worst(.motion), 1),
        ]
    }

    private static func both(_ mean: Double?, _ worst: Double?, _ decimals: Int) -> String {
        guard let mean else { return "-" }
        return "\(Text.number(mean, decimals)) (\(Text.number(worst, decimals)))"
    }

    private static func row(_ cells: [String]) -> String {
        zip(cells, widths).enumerated().map { index, cell in
            index < 2 ? Text.left(cell.0, cell.1) : Text.right(cell.0, cell.1)
        }.joined()
    }
}
