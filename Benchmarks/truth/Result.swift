import Simulator

/// What all contestants come to in one scenario.
struct Result {
    let scenario: Scenario
    let seeds: [UInt64]
    let summaries: [(name: String, summary: Summary)]

    init(_ scenario: Scenario, seeds: [UInt64]) {
        var scores: [[Score]] = [[], [], []]
        for seed in seeds {
            var controller = Examiner<ControllerContestant>(interval: scenario.interval)
            var plain = Examiner<PassThrough>(interval: scenario.interval)
            var minimum = Examiner<MinimumMove>(interval: scenario.interval)
            for epoch in scenario.run(seed: seed) {
                _ = controller.take(epoch)
                _ = plain.take(epoch)
                _ = minimum.take(epoch)
            }
            scores[0].append(controller.score())
            scores[1].append(plain.score())
            scores[2].append(minimum.score())
        }
        self.scenario = scenario
        self.seeds = seeds
        summaries = [
            (ControllerContestant.name, Summary(scores: scores[0])), (PassThrough.name, Summary(scores: scores[1])),
            (MinimumMove.name, Summary(scores: scores[2])),
        ]
    }

    /// Ours.
    var own: Summary { summaries[0].summary }

    /// The goals that are missed, with what was reached.
    var misses: [Goals.Miss] { Goals.of(scenario.name).misses(own) }

    /// How many goals are judged.
    var judged: Int {
        let goals = Goals.of(scenario.name)
        return Figure.allCases.count { goals.limit($0) != nil && own.value($0) != nil }
    }
}
