import Simulator
import Testing

@testable import truth

struct ThresholdsTests {
    private func result(_ change: (inout Score) -> Void) throws -> Result {
        var score = Score()
        (score.shownError, score.rawError, score.phantom) = (0.3, 1, 0.5)
        (score.containment, score.radius, score.motion) = (97, 0.4, 99.9)
        change(&score)
        let scenario = try #require(Scenario.named("parked"))
        return Result(scenario, summaries: [(name: "whereismy", summary: Summary(scores: [score]))])
    }

    @Test("what is worse by more than another libm can make it fails, what is better does not")
    func regressions() throws {
        let thresholds = Thresholds([try result { _ in }])
        let worse = { (change: (inout Score) -> Void) in
            thresholds.regressions(of: try result(change)).map(\.figure)
        }
        #expect(try worse { _ in } == [])
        #expect(try worse { $0.shownError = 0.305 } == [])
        #expect(try worse { $0.shownError = 0.32 } == [.ratio])
        #expect(try worse { $0.motion = 99.5 } == [.motion])
        #expect(try worse { $0.outliers = 1 } == [.outliers])
        #expect(try worse { $0.containment = 95.5 } == [])
        #expect(try worse { ($0.shownError, $0.phantom, $0.motion) = (0.1, 0, 100) } == [])
    }

    @Test("a goal missed before may be missed still where that is allowed, a new one not")
    func known() throws {
        let before = try result { $0.shownError = 0.5 }
        let thresholds = Thresholds([before])
        let verdicts = Verdicts([before], thresholds: thresholds)
        #expect(verdicts.passes(allowingKnown: true))
        #expect(!verdicts.passes(allowingKnown: false))
        let after = Verdicts([try result { ($0.shownError, $0.containment) = (0.5, 90) }], thresholds: thresholds)
        #expect(!after.passes(allowingKnown: true))
        #expect(Verdicts([try result { _ in }], thresholds: thresholds).passes(allowingKnown: false))
    }

    @Test(
        "a command line is read, or its usage told",
        arguments: [
            ([], true), (["--scenario", "city,walk", "--seed", "4"], true), (["--scenario", "nowhere"], false),
            (["--trace", "a.csv"], false), (["--scenario", "city", "--trace", "a.csv"], true), (["--accept"], false),
            (["--thresholds", "a", "--accept"], true), (["--thresholds", "a", "--accept", "--seeds", "2"], false),
            (["--seed"], false), (["--what", "1"], false), (["--seed", "x"], false),
        ])
    func commandLine(arguments: [String], isRight: Bool) {
        #expect((Invocation(arguments) != nil) == isRight)
    }
}
