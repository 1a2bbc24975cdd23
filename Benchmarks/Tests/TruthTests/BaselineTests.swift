import Simulator
import Testing

@testable import truth

struct BaselineTests {
    private func result(_ change: (inout Score) -> Void) throws -> ScenarioResult {
        var score = Score()
        score.displayedError = 0.3
        score.rawError = 1
        score.phantom = 0.5
        score.containment = 97
        score.rawContainment = 96
        score.radius = 0.4
        score.motion = 99.9
        change(&score)
        let scenario = try #require(Scenario.named("parked"))
        return ScenarioResult(scenario, summaries: [(name: "whereismy", summary: Summary(scores: [score]))])
    }

    @Test("a result fails if it is worse by more than another libm can cause")
    func regressions() throws {
        let baseline = Baseline([try result { _ in }])
        let worse = { (change: (inout Score) -> Void) in
            baseline.regressions(of: try result(change)).map(\.metric)
        }
        #expect(try worse { _ in } == [])
        #expect(try worse { $0.displayedError = 0.305 } == [])
        #expect(try worse { $0.displayedError = 0.32 } == [.ratio])
        #expect(try worse { $0.motion = 99.5 } == [.motion])
        #expect(try worse { $0.outliers = 1 } == [.outliers])
        #expect(try worse { $0.containment = 95.5 } == [])
        #expect(try worse { ($0.displayedError, $0.phantom, $0.motion) = (0.1, 0, 100) } == [])
    }

    @Test("a known miss is allowed on request, a new one is not")
    func known() throws {
        let before = try result { $0.displayedError = 0.6 }
        let baseline = Baseline([before])
        let report = GoalReport([before], baseline: baseline)
        #expect(report.passes(allowingKnown: true))
        #expect(!report.passes(allowingKnown: false))
        let after = GoalReport([try result { ($0.displayedError, $0.containment) = (0.6, 90) }], baseline: baseline)
        #expect(!after.passes(allowingKnown: true))
        #expect(GoalReport([try result { _ in }], baseline: baseline).passes(allowingKnown: false))
    }

    @Test(
        "a command line is valid or invalid",
        arguments: [
            ([], true), (["--scenario", "city,walk", "--seed", "4"], true), (["--scenario", "nowhere"], false),
            (["--trace", "a.csv"], false), (["--scenario", "city", "--trace", "a.csv"], true), (["--accept"], false),
            (["--thresholds", "a", "--accept"], true), (["--thresholds", "a", "--accept", "--seeds", "2"], false),
            (["--seed"], false), (["--what", "1"], false), (["--seed", "x"], false),
        ])
    func commandLine(arguments: [String], isValid: Bool) {
        #expect((TruthOptions(arguments) != nil) == isValid)
    }
}
