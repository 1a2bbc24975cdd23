import Location
import Simulator
import Testing

@testable import truth

/// An oracle meets every goal, and each injected fault is detected by its own metric.
struct ExaminerTests {
    /// The parked scenarios are alike, so that one of them suffices.
    private static let names = Scenario.all.map(\.name).filter { !$0.hasPrefix("parked-") }

    private func misses<Subject: Contestant>(_ type: Subject.Type, _ name: String) throws -> Set<Metric> {
        let scenario = try #require(Scenario.named(name))
        var examiner = Examiner<Subject>(interval: scenario.interval)
        for epoch in scenario.run(seed: 1) { _ = examiner.process(epoch) }
        let summary = Summary(scores: [examiner.score()])
        return Set(Goals.of(name).misses(summary).map(\.metric))
    }

    @Test("an oracle meets all goals", arguments: names)
    func oracle(name: String) throws {
        #expect(try misses(Oracle.self, name) == [])
    }

    @Test("each fault is detected by its metric and by no other")
    func faults() throws {
        #expect(try misses(FaultyOracle<Displaced>.self, "parked") == [.ratio, .unsure])
        #expect(try misses(FaultyOracle<Drifting>.self, "parked") == [.phantom])
        #expect(try misses(FaultyOracle<NullIsland>.self, "walk") == [.ratio, .unsure, .faults, .astray])
        #expect(try misses(FaultyOracle<Diverging>.self, "walk") == [.astray])
        #expect(try misses(FaultyOracle<AlwaysMoving>.self, "walk") == [.motion])
        #expect(try misses(FaultyOracle<AlwaysLive>.self, "relocation") == [.contradiction])
        #expect(try misses(FaultyOracle<Backwards>.self, "walk") == [.faults])
        #expect(try misses(FaultyOracle<Vague>.self, "walk") == [.radius])
    }

    @Test(
        "a position is astray if it is more than three radii off for more than ten seconds",
        arguments: [(3.0, 20, 0.0), (3.1, 10, 0), (3.1, 25, 15)])
    func astray(radii: Double, seconds: Int, expected: Double) {
        var monitor = DivergenceMonitor(interval: 1)
        for _ in 0..<2 {
            for _ in 0..<seconds { monitor.evaluate(error: 4 * radii, radius: 4) }
            monitor.evaluate(error: 1, radius: 4)
        }
        #expect(monitor.seconds == 2 * expected)
    }

    @Test("each epoch counts as its interval, and a missing radius as 0")
    func astrayRates() {
        var slow = DivergenceMonitor(interval: 5)
        var bare = DivergenceMonitor(interval: 0.2)
        for _ in 0..<4 { slow.evaluate(error: 100, radius: 10) }
        for _ in 0..<60 { bare.evaluate(error: 0.1, radius: nil) }
        #expect(slow.seconds == 10)
        #expect(abs(bare.seconds - 2) < 1e-9)
    }

    @Test(
        "with a wrong speed, a pass-through meets the goals",
        arguments: ["speed-zero", "speed-zero-bare", "speed-stuck", "speed-knots"])
    func wrongSpeed(name: String) throws {
        #expect(try misses(PassThrough.self, name) == [])
    }

    @Test("the contestant hears from gpsd what the scenario sends, outliers and silences included")
    func feed() throws {
        let feed = SimulatedGPSD()
        for epoch in try #require(Scenario.named("city-nmea")).run(seed: 1).prefix(1200) {
            let fixes = feed.events(of: epoch).compactMap { event in
                if case .fix(let fix) = event { fix } else { nil }
            }
            #expect(fixes.map(\.timestamp) == [epoch.fix].compactMap { $0?.timestamp })
            #expect(fixes.first?.coordinate == epoch.fix?.coordinate)
            #expect(fixes.first?.horizontalAccuracy?.radius == epoch.fix?.horizontalAccuracy?.radius)
        }
    }

    @Test("a radius is unsure below what the receiver's own reaches, at most 93 %")
    func unsure() {
        var score = Score()
        (score.containment, score.rawContainment) = (91, 99)
        #expect(score.unsure == 2)
        score.rawContainment = 50
        #expect(score.unsure == 0)
    }

    @Test("a pass-through shows every teleport and travels while it is parked")
    func passThrough() throws {
        #expect(try misses(PassThrough.self, "parked-teleports").isSuperset(of: [.outliers, .phantom, .ratio]))
        #expect(try misses(PassThrough.self, "frozen").isSuperset(of: [.ratio, .odometer, .unsure]))
        #expect(try misses(PassThrough.self, "rollover").contains(.faults))
        #expect(try !misses(PassThrough.self, "relocation").contains(.relocation))
    }
}
