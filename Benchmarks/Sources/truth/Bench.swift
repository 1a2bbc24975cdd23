import Linux
import Simulator

/// The program: scores all scenarios, and says whether the goals are met.
enum Bench {
    /// - Returns: 0 where all goals are met and nothing has become worse, else 1; 64 for a wrong command line.
    static func run(_ arguments: [String]) async -> Int32 {
        guard let invocation = Invocation(arguments) else {
            print(Invocation.usage)
            return 64
        }
        do {
            if invocation.measuresCost {
                Cost.lines.forEach { print($0) }
                return 0
            }
            if invocation.measuresPlaces {
                PlaceCost.lines.forEach { print($0) }
                return 0
            }
            if invocation.laysFences {
                return await FenceTable.show(invocation.scenarios, seeds: invocation.seeds) ? 0 : 1
            }
            if let path = invocation.trace {
                try trace(invocation, to: path)
                return 0
            }
            return try await score(invocation) ? 0 : 1
        } catch {
            print("truth: \(error)")
            return 1
        }
    }

    private static func score(_ invocation: Invocation) async throws -> Bool {
        let thresholds = try invocation.accepts ? nil : invocation.thresholds.map { try Thresholds(path: $0) }
        if !invocation.isJSON { print(Table.heading) }
        var results: [Result] = []
        for scenario in invocation.scenarios {
            let result = await Result(scenario, seeds: invocation.seeds)
            print(invocation.isJSON ? JSONLines.text(result) : Table.rows(result))
            results.append(result)
        }
        if invocation.accepts, let path = invocation.thresholds {
            try AtomicFile.replace(path, with: Thresholds(results).json, mode: 0o644)
        }
        let verdict = Verdicts(results, thresholds: thresholds)
        if !invocation.isJSON { print(verdict.text) }
        return verdict.passes(allowingKnown: invocation.allowsKnown)
    }

    private static func trace(_ invocation: Invocation, to path: String) throws {
        var text = ""
        for scenario in invocation.scenarios.prefix(1) {
            Trace.run(scenario, seed: invocation.seeds.first ?? 1) { text += $0 + "\n" }
        }
        try AtomicFile.replace(path, with: Array(text.utf8), mode: 0o644)
    }
}
