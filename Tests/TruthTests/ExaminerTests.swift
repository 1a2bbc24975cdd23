import Location
import Simulator
import Testing

@testable import truth

/// The examiner is examined: who knows the truth meets every goal, and each fault is found by its figure.
struct ExaminerTests {
    private func misses<Subject: Contestant>(_ type: Subject.Type, _ name: String) throws -> Set<Figure> {
        let scenario = try #require(Scenario.named(name))
        var examiner = Examiner<Subject>(interval: scenario.interval)
        for epoch in scenario.run(seed: 1) { _ = examiner.take(epoch) }
        let summary = Summary(scores: [examiner.score()])
        return Set(Goals.of(name).misses(summary).map(\.figure))
    }

    @Test("who knows the truth meets all goals", arguments: Scenario.all.map(\.name).filter { $0 != "parked-10hz" })
    func oracle(name: String) throws {
        #expect(try misses(Oracle.self, name) == [])
    }

    @Test("each fault is found by its figure, and by no other")
    func faults() throws {
        #expect(try misses(Spoiled<Displaced>.self, "parked") == [.ratio, .containment])
        #expect(try misses(Spoiled<Drifting>.self, "parked") == [.phantom])
        #expect(try misses(Spoiled<Null>.self, "walk") == [.ratio, .containment, .faults])
        #expect(try misses(Spoiled<AlwaysMoving>.self, "walk") == [.motion])
        #expect(try misses(Spoiled<AlwaysLive>.self, "relocation") == [.contradiction])
        #expect(try misses(Spoiled<Backwards>.self, "walk") == [.faults])
        #expect(try misses(Spoiled<Vague>.self, "walk") == [.radius])
    }

    @Test("a plain pass-through shows every teleport, and travels while it is parked")
    func passThrough() throws {
        #expect(try misses(PassThrough.self, "parked-teleports").isSuperset(of: [.outliers, .phantom, .ratio]))
        #expect(try misses(PassThrough.self, "frozen").isSuperset(of: [.ratio, .odometer, .containment]))
        #expect(try misses(PassThrough.self, "rollover").contains(.faults))
        #expect(try !misses(PassThrough.self, "relocation").contains(.relocation))
    }
}
