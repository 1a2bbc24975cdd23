import Location
import Simulator
import Testing

@testable import truth

/// The examiner is examined: who knows the truth meets every goal, and each fault is found by its figure.
struct ExaminerTests {
    /// Parked is parked; one of them will do.
    private static let names = Scenario.all.map(\.name).filter { !$0.hasPrefix("parked-") }

    private func misses<Subject: Contestant>(_ type: Subject.Type, _ name: String) throws -> Set<Figure> {
        let scenario = try #require(Scenario.named(name))
        var examiner = Examiner<Subject>(interval: scenario.interval)
        for epoch in scenario.run(seed: 1) { _ = examiner.take(epoch) }
        let summary = Summary(scores: [examiner.score()])
        return Set(Goals.of(name).misses(summary).map(\.figure))
    }

    @Test("who knows the truth meets all goals", arguments: names)
    func oracle(name: String) throws {
        #expect(try misses(Oracle.self, name) == [])
    }

    @Test("each fault is found by its figure, and by no other")
    func faults() throws {
        #expect(try misses(Spoiled<Displaced>.self, "parked") == [.ratio, .containment])
        #expect(try misses(Spoiled<Drifting>.self, "parked") == [.phantom])
        #expect(try misses(Spoiled<Null>.self, "walk") == [.ratio, .containment, .faults, .astray])
        #expect(try misses(Spoiled<Straying>.self, "walk") == [.astray])
        #expect(try misses(Spoiled<AlwaysMoving>.self, "walk") == [.motion])
        #expect(try misses(Spoiled<AlwaysLive>.self, "relocation") == [.contradiction])
        #expect(try misses(Spoiled<Backwards>.self, "walk") == [.faults])
        #expect(try misses(Spoiled<Vague>.self, "walk") == [.radius])
    }

    @Test(
        "astray is three radii off for more than ten seconds in a row",
        arguments: [(3.0, 20, 0.0), (3.1, 10, 0), (3.1, 25, 15)])
    func astray(radii: Double, seconds: Int, expected: Double) {
        var watch = StrayWatch(interval: 1)
        for _ in 0..<2 {
            for _ in 0..<seconds { watch.look(error: 4 * radii, radius: 4) }
            watch.look(error: 1, radius: 4)
        }
        #expect(watch.seconds == 2 * expected)
    }

    @Test("astray counts epochs by their interval, and a position without a radius as a point")
    func astrayRates() {
        var (slow, bare) = (StrayWatch(interval: 5), StrayWatch(interval: 0.2))
        for _ in 0..<4 { slow.look(error: 100, radius: 10) }
        for _ in 0..<60 { bare.look(error: 0.1, radius: nil) }
        #expect(slow.seconds == 10)
        #expect(abs(bare.seconds - 2) < 1e-9)
    }

    @Test(
        "where the speed lies, the goals are in reach: who does not look at it meets them",
        arguments: ["speed-zero", "speed-zero-bare", "speed-stuck", "speed-knots"])
    func liars(name: String) throws {
        #expect(try misses(PassThrough.self, name) == [])
    }

    @Test("a plain pass-through shows every teleport, and travels while it is parked")
    func passThrough() throws {
        #expect(try misses(PassThrough.self, "parked-teleports").isSuperset(of: [.outliers, .phantom, .ratio]))
        #expect(try misses(PassThrough.self, "frozen").isSuperset(of: [.ratio, .odometer, .containment]))
        #expect(try misses(PassThrough.self, "rollover").contains(.faults))
        #expect(try !misses(PassThrough.self, "relocation").contains(.relocation))
    }
}
