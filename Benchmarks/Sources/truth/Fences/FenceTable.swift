import Simulator

/// The scores at fences for people.
enum FenceTable {
    static let heading =
        "scenario            told untrue   slow   late  slowest, s beyond the dwell time; late ones at, m"

    /// Runs scenarios and prints a row of each; answers whether nothing untrue was told and nothing late.
    static func show(_ scenarios: [Scenario], seeds: [UInt64]) async -> Bool {
        print(heading)
        var sum = FenceScore()
        for scenario in scenarios {
            let score = await score(scenario, seeds: seeds)
            print(row(scenario, score))
            sum.add(score)
        }
        return sum.untrue + sum.late == 0
    }

    /// As many seeds at a time as there are processors.
    private static func score(_ scenario: Scenario, seeds: [UInt64]) async -> FenceScore {
        await withTaskGroup(of: FenceScore?.self) { group in
            for seed in seeds { group.addTask { FenceExaminer.run(scenario, seed: seed) } }
            return await group.reduce(into: FenceScore()) { sum, score in
                if let score { sum.add(score) }
            }
        }
    }

    private static func row(_ scenario: Scenario, _ score: FenceScore) -> String {
        let counts = [score.told, score.untrue, score.slow, score.late].map { Text.right(String($0), 7) }.joined()
        let depths = score.lateDepths.sorted().map { Text.number($0, 0) }.joined(separator: " ")
        return Text.left(scenario.name, 17) + counts + Text.right(Text.number(score.longest, 1), 9) + "  " + depths
    }
}
