import Simulator

/// The scores for programs: an object a line, for each contestant in each scenario.
enum JSONLines {
    static func text(_ result: Result) -> String {
        result.summaries.map { entry in
            var pairs = [
                "\"scenario\":\"\(result.scenario.name)\"", "\"contestant\":\"\(entry.name)\"",
                "\"rawError\":\(Text.number(entry.summary.rawError, 3))",
                "\"shownError\":\(Text.number(entry.summary.shownError, 3))",
                "\"shown95\":\(Text.number(entry.summary.shown95, 3))",
            ]
            for figure in Figure.allCases {
                pairs.append("\"\(figure.rawValue)\":\(value(entry.summary.value(figure)))")
                pairs.append("\"\(figure.rawValue)Worst\":\(value(entry.summary.worst(figure)))")
            }
            return "{\(pairs.joined(separator: ","))}"
        }.joined(separator: "\n")
    }

    private static func value(_ value: Double?) -> String {
        guard let value, value.magnitude < 1e12 else { return "null" }
        return Text.number(value, 4)
    }
}
