import Simulator

/// The scores as a table of text.
enum ScoreTable {
    private static let widths = [17, 13, 7, 10, 9, 9, 21, 19, 4, 7, 7, 7, 7, 15, 7, 7, 14]

    static var heading: String {
        let lines = [
            [
                "scenario", "contestant", "raw", "shown", "ratio", "95 %", "phantom", "odometer", "out", "reject",
                "reloc", "contra", "faults", "inside", "astray", "radius", "motion",
            ],
            [
                "", "", "m", "m", "", "m", "% (worst)", "% (worst)", "", "%", "epochs", "s", "", "% (worst)", "s",
                "/raw", "% (worst)",
            ],
        ]
        return lines.map(row).joined(separator: "\n")
    }

    static func rows(_ result: ScenarioResult) -> String {
        result.summaries.enumerated().map { index, entry in
            row(cells(of: entry.summary, scenario: index == 0 ? result.scenario.name : "", contestant: entry.name))
        }.joined(separator: "\n")
    }

    private static func cells(of summary: Summary, scenario: String, contestant: String) -> [String] {
        [
            scenario, contestant, TextFormat.number(summary.rawError, 2), TextFormat.number(summary.displayedError, 2),
            TextFormat.number(summary.value(.ratio), 2), TextFormat.number(summary.displayed95, 1),
            pair(summary.value(.phantom), worst: summary.worst(.phantom), decimals: 1),
            pair(summary.odometerBias, worst: summary.worst(.odometer), decimals: 2),
            TextFormat.number(summary.value(.outliers), 0),
            TextFormat.number(summary.value(.rejected), 2), TextFormat.number(summary.value(.relocation), 0),
            TextFormat.number(summary.value(.contradiction), 1), TextFormat.number(summary.value(.faults), 0),
            pair(summary.containment.mean, worst: summary.containment.worst, decimals: 1),
            TextFormat.number(summary.value(.astray), 0),
            TextFormat.number(summary.value(.radius), 2),
            pair(summary.value(.motion), worst: summary.worst(.motion), decimals: 1),
        ]
    }

    private static func pair(_ mean: Double?, worst: Double?, decimals: Int) -> String {
        guard let mean else { return "-" }
        return "\(TextFormat.number(mean, decimals)) (\(TextFormat.number(worst, decimals)))"
    }

    private static func row(_ cells: [String]) -> String {
        zip(cells, widths).enumerated().map { index, cell in
            index < 2 ? TextFormat.left(cell.0, width: cell.1) : TextFormat.right(cell.0, width: cell.1)
        }.joined()
    }
}
