import Simulator

/// The results of geofences as a table of text.
enum GeofenceTable {
    static let heading =
        "scenario           reported untrue   slow   late  slowest, s beyond the dwell time; late ones at, m"

    /// Scenarios whose radius cannot hold the errors: a receiver that claims half of its reflections, at rest among them.
    private static let unknowable: Set = ["canyon-lying"]

    /// Runs scenarios and prints a row for each; returns true if no event was untrue and none late where that can be known.
    static func run(_ scenarios: [Scenario], seeds: [UInt64]) async -> Bool {
        print(heading)
        var sum = GeofenceScore()
        for scenario in scenarios {
            let score = await score(scenario, seeds: seeds)
            print(row(scenario, score))
            if !unknowable.contains(scenario.name) { sum.add(score) }
        }
        return sum.untrue + sum.late == 0
    }

    /// Runs as many seeds in parallel as there are processors.
    private static func score(_ scenario: Scenario, seeds: [UInt64]) async -> GeofenceScore {
        await withTaskGroup(of: GeofenceScore?.self) { group in
            for seed in seeds { group.addTask { GeofenceExaminer.run(scenario, seed: seed) } }
            return await group.reduce(into: GeofenceScore()) { sum, score in
                if let score { sum.add(score) }
            }
        }
    }

    private static func row(_ scenario: Scenario, _ score: GeofenceScore) -> String {
        let counts = [score.untrue, score.slow, score.late].map { TextFormat.right(String($0), width: 7) }.joined()
        let depths = score.lateDepths.sorted().map { TextFormat.number($0, 0) }.joined(separator: " ")
        return TextFormat.left(scenario.name, width: 17) + TextFormat.right(String(score.reported), width: 10) + counts
            + TextFormat.right(TextFormat.number(score.longest, 1), width: 9) + "  " + depths
    }
}
