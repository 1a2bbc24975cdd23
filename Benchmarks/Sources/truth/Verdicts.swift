import Simulator

/// Which goals are met, and what has become worse.
struct Verdicts {
    private let results: [Result]
    private let thresholds: Thresholds?

    init(_ results: [Result], thresholds: Thresholds?) {
        self.results = results
        self.thresholds = thresholds
    }

    /// Whether all is well; a goal that was missed before may be, where that is allowed.
    func passes(allowingKnown allowsKnown: Bool) -> Bool {
        regressions.isEmpty
            && results.allSatisfy { result in
                result.misses.allSatisfy { allowsKnown && isKnown($0, result) }
            }
    }

    /// A line a scenario, one a regression, and the sum.
    var text: String {
        let judged = results.reduce(0) { $0 + $1.judged }
        let missed = results.reduce(0) { $0 + $1.misses.count }
        let worse = regressions.map { regression in
            "WORSE \(Text.left(regression.scenario, 18))\(regression.figure.rawValue) "
                + "\(Text.number(regression.value, 4)), was \(Text.number(regression.earlier, 4))"
        }
        return (["", "Goals"] + results.map(line) + worse + ["\(judged - missed) of \(judged) goals met"])
            .joined(separator: "\n")
    }

    private var regressions: [Thresholds.Regression] {
        results.flatMap { thresholds?.regressions(of: $0) ?? [] }
    }

    private func isKnown(_ miss: Goals.Miss, _ result: Result) -> Bool {
        thresholds?.knows(miss, in: result.scenario.name) ?? false
    }

    private func line(_ result: Result) -> String {
        let misses = result.misses.map { miss in
            let limit = "\(Text.number(miss.limit.lowerBound, 0))...\(Text.number(miss.limit.upperBound, 2))"
            let known = isKnown(miss, result) ? " (known)" : ""
            return "\(miss.figure.rawValue) \(Text.number(miss.value, 2)) not in \(limit)\(known)"
        }
        let verdict = misses.isEmpty ? "pass" : "FAIL"
        return "\(verdict)  \(Text.left(result.scenario.name, 18))\(misses.joined(separator: "; "))"
    }
}
