import Simulator

/// What all contestants come to in one scenario.
struct Result {
    let scenario: Scenario
    let summaries: [(name: String, summary: Summary)]

    init(_ scenario: Scenario, summaries: [(name: String, summary: Summary)]) {
        self.scenario = scenario
        self.summaries = summaries
    }

    /// Runs them, as many seeds at a time as there are processors; the order of the scores is that of the seeds.
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
            summaries: names.enumerated().map { place, name in
                (name, Summary(scores: runs.map { $0.scores[place] }))
            })
    }

    private static func scores(_ scenario: Scenario, seed: UInt64) -> [Score] {
        var controller = Examiner<ControllerContestant>(interval: scenario.interval)
        var plain = Examiner<PassThrough>(interval: scenario.interval)
        var minimum = Examiner<MinimumMove>(interval: scenario.interval)
        for epoch in scenario.run(seed: seed) {
            _ = controller.take(epoch)
            _ = plain.take(epoch)
            _ = minimum.take(epoch)
        }
        return [controller.score(), plain.score(), minimum.score()]
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
