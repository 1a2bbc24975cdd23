import Linux
import Simulator

/// Scores scenarios and reports whether the goals are met.
enum TruthProgram {
    /// - Returns: 0 if all goals are met and nothing has become worse, else 1; 64 for an invalid command line.
    static func run(_ arguments: [String]) async -> Int32 {
        guard let options = TruthOptions(arguments) else {
            print(TruthOptions.usage)
            return 64
        }
        do {
            if options.measuresController {
                ControllerBenchmark.lines.forEach { print($0) }
                return 0
            }
            if options.measuresGeofences {
                GeofenceBenchmark.lines.forEach { print($0) }
                return 0
            }
            if let hours = options.cleanHours { return await CleanHours.run(hours) { print($0) } ? 0 : 1 }
            if options.scoresGeofences {
                return await GeofenceTable.run(options.scenarios, seeds: options.seeds) ? 0 : 1
            }
            if let directory = options.drives { return try DriveBenchmark.run(directory) { print($0) } ? 0 : 1 }
            if let path = options.trace {
                try trace(options, to: path)
                return 0
            }
            return try await score(options) ? 0 : 1
        } catch {
            print("truth: \(error)")
            return 1
        }
    }

    private static func score(_ options: TruthOptions) async throws -> Bool {
        let baseline = try options.accepts ? nil : options.thresholds.map { try Baseline(path: $0) }
        if !options.isJSON { print(ScoreTable.heading) }
        var results: [ScenarioResult] = []
        for scenario in options.scenarios {
            let result = await ScenarioResult(scenario, seeds: options.seeds)
            print(options.isJSON ? JSONLines.text(result) : ScoreTable.rows(result))
            results.append(result)
        }
        if options.accepts, let path = options.thresholds {
            try AtomicFile.replace(path, with: Baseline(results).json, mode: 0o644)
        }
        let report = GoalReport(results, baseline: baseline)
        if !options.isJSON { print(report.text) }
        return report.passes(allowingKnown: options.allowsKnown)
    }

    private static func trace(_ options: TruthOptions, to path: String) throws {
        var text = ""
        for scenario in options.scenarios.prefix(1) {
            Trace.run(scenario, seed: options.seeds.first ?? 1) { text += $0 + "\n" }
        }
        try AtomicFile.replace(path, with: Array(text.utf8), mode: 0o644)
    }
}
