import Linux
import Simulator

/// The program: scores all scenarios, and says whether the goals are met.
enum Bench {
    /// - Returns: 0 where all goals are met, 1 where one is missed, 64 for a wrong command line.
    static func run(_ arguments: [String]) -> Int32 {
        guard let invocation = Invocation(arguments) else {
            print(Invocation.usage)
            return 64
        }
        if let path = invocation.trace { return trace(invocation, to: path) }
        if !invocation.isJSON { print(Table.heading) }
        var results: [Result] = []
        for scenario in invocation.scenarios {
            let result = Result(scenario, seeds: invocation.seeds)
            results.append(result)
            print(invocation.isJSON ? JSONLines.text(result) : Table.rows(result))
        }
        let misses = results.reduce(0) { $0 + $1.misses.count }
        if !invocation.isJSON { sum(results) }
        return misses == 0 ? 0 : 1
    }

    private static func sum(_ results: [Result]) {
        print("\nGoals")
        for result in results {
            let misses = result.misses.map { miss in
                let limit = "\(Text.number(miss.limit.lowerBound, 0))...\(Text.number(miss.limit.upperBound, 2))"
                return "\(miss.figure.rawValue) \(Text.number(miss.value, 2)) not in \(limit)"
            }
            let verdict = misses.isEmpty ? "pass" : "FAIL"
            print("\(verdict) \(Text.left(result.scenario.name, 18))\(misses.joined(separator: "; "))")
        }
        let judged = results.reduce(0) { $0 + $1.judged }
        let missed = results.reduce(0) { $0 + $1.misses.count }
        print("\(judged - missed) of \(judged) goals met")
    }

    private static func trace(_ invocation: Invocation, to path: String) -> Int32 {
        var text = ""
        for scenario in invocation.scenarios.prefix(1) {
            Trace.run(scenario, seed: invocation.seeds.first ?? 1) { text += $0 + "\n" }
        }
        do {
            try AtomicFile.replace(path, with: Array(text.utf8), mode: 0o644)
            return 0
        } catch {
            print("\(path): \(error)")
            return 1
        }
    }
}
