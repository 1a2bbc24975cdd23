import Simulator

/// The met and missed goals, and the results that have become worse.
struct GoalReport {
    private let results: [ScenarioResult]
    private let baseline: Baseline?

    init(_ results: [ScenarioResult], baseline: Baseline?) {
        self.results = results
        self.baseline = baseline
    }

    /// Returns true if nothing is worse and no goal is missed, except known misses if they are allowed.
    func passes(allowingKnown allowsKnown: Bool) -> Bool {
        regressions.isEmpty
            && results.allSatisfy { result in
                result.misses.allSatisfy { allowsKnown && isKnown($0, in: result) }
            }
    }

    /// A line per scenario, a line per regression, and the totals.
    var text: String {
        let count = results.reduce(0) { $0 + $1.goalCount }
        let missed = results.reduce(0) { $0 + $1.misses.count }
        let worse = regressions.map { regression in
            "WORSE \(TextFormat.left(regression.scenario, width: 18))\(regression.metric.rawValue) "
                + "\(TextFormat.number(regression.value, 4)), was \(TextFormat.number(regression.earlier, 4))"
        }
        return (["", "Goals"] + results.map(line) + worse + ["\(count - missed) of \(count) goals met"])
            .joined(separator: "\n")
    }

    private var regressions: [Baseline.Regression] {
        results.flatMap { baseline?.regressions(of: $0) ?? [] }
    }

    private func isKnown(_ miss: Goals.Miss, in result: ScenarioResult) -> Bool {
        baseline?.isKnown(miss, in: result.scenario.name) ?? false
    }

    private func line(_ result: ScenarioResult) -> String {
        let misses = result.misses.map { miss in
            let limit =
                "\(TextFormat.number(miss.limit.lowerBound, 0))...\(TextFormat.number(miss.limit.upperBound, 2))"
            let known = isKnown(miss, in: result) ? " (known)" : ""
            return "\(miss.metric.rawValue) \(TextFormat.number(miss.value, 2)) not in \(limit)\(known)"
        }
        let verdict = misses.isEmpty ? "pass" : "FAIL"
        return "\(verdict)  \(TextFormat.left(result.scenario.name, width: 18))\(misses.joined(separator: "; "))"
    }
}
