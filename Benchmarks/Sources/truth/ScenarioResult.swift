import Simulator

/// The scores of all contestants in one scenario.
struct ScenarioResult {
    let scenario: Scenario
    let summaries: [(name: String, summary: Summary)]

    init(_ scenario: Scenario, summaries: [(name: String, summary: Summary)]) {
        self.scenario = scenario
        self.summaries = summaries
    }

    /// Runs all contestants, with as many seeds in parallel as there are processors.
    ///
    /// The scores are in the order of seeds.
    init(_ scenario: Scenario, seeds: [UInt64]) async {
        let runs = await withTaskGroup(of: (index: Int, scores: [Score]).self) { group in
            for (index, seed) in seeds.enumerated() {
                group.addTask { (index, Self.scores(scenario, seed: seed)) }
            }
            return await group.reduce(into: []) { $0.append($1) }.sorted { $0.index < $1.index }
        }
        let names = [ControllerContestant.name, PassThrough.name, MinimumMove.name]
        self.init(
            scenario,
            summaries: names.enumerated().map { index, name in
                (name, Summary(scores: runs.map { $0.scores[index] }))
            })
    }

    private static func scores(_ scenario: Scenario, seed: UInt64) -> [Score] {
        var controller = Examiner<ControllerContestant>(interval: scenario.interval)
        var plain = Examiner<PassThrough>(interval: scenario.interval)
        var minimum = Examiner<MinimumMove>(interval: scenario.interval)
        for epoch in scenario.run(seed: seed) {
            _ = controller.process(epoch)
            _ = plain.process(epoch)
            _ = minimum.process(epoch)
        }
        return [controller.score(), plain.score(), minimum.score()]
    }

    /// The scores of the location controller.
    var own: Summary { summaries[0].summary }

    /// The goals that the controller misses.
    var misses: [Goals.Miss] { Goals.of(scenario.name).misses(own) }

    /// The number of goals that apply to the scenario.
    var goalCount: Int {
        let goals = Goals.of(scenario.name)
        return Metric.allCases.count { goals.limit($0) != nil && own.value($0) != nil }
    }
}
