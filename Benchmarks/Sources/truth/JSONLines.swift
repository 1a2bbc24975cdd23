import Simulator

/// The scores as JSON: one object per line for each contestant in each scenario.
enum JSONLines {
    static func text(_ result: ScenarioResult) -> String {
        result.summaries.map { entry in
            var pairs = [
                "\"scenario\":\"\(result.scenario.name)\"", "\"contestant\":\"\(entry.name)\"",
                "\"rawError\":\(TextFormat.number(entry.summary.rawError, 3))",
                "\"shownError\":\(TextFormat.number(entry.summary.displayedError, 3))",
                "\"shown95\":\(TextFormat.number(entry.summary.displayed95, 3))",
            ]
            for metric in Metric.allCases {
                pairs.append("\"\(metric.rawValue)\":\(value(entry.summary.value(metric)))")
                pairs.append("\"\(metric.rawValue)Worst\":\(value(entry.summary.worst(metric)))")
            }
            return "{\(pairs.joined(separator: ","))}"
        }.joined(separator: "\n")
    }

    private static func value(_ value: Double?) -> String {
        guard let value, value.magnitude < 1e12 else { return "null" }
        return TextFormat.number(value, 4)
    }
}
