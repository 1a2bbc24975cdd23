import Basics
import Location
import Testing

@testable import Tracking

struct OutlierGateTests {
    private func verdicts(_ places: [(Double, Double)], after time: Double = 1, speed: Double = 10) -> [Bool] {
        var gate = OutlierGate(platform: .air)
        return places.compactMap { latitude, second in
            guard let place = Coordinate(latitude: latitude, longitude: 9) else { return nil }
            let jump = gate.evaluate(
                Candidate(
                    fix: Fix(device: "/dev/a", mode: .threeDimensional), place: place, dilution: 1,
                    uptime: .seconds(second)),
                distance: abs(latitude - 50) * 111_000, expected: 5, claimed: 10, speed: speed,
                after: time)
            if gate.isOverruled { _ = gate.removeSuspects() }
            return jump == nil
        }
    }

    @Test("rejects up to three consecutive outliers, whether they agree or not")
    func bursts() {
        #expect(verdicts([(50, 0), (50.1, 1), (50, 2)]) == [true, false, true])
        #expect(verdicts([(50.1, 0), (50.1, 1), (50.1, 2), (50, 3)]) == [false, false, false, true])
        #expect(
            verdicts((0..<8).map { (50.1 + Double($0 * $0) / 10, Double($0)) }) == Array(repeating: false, count: 8))
    }

    @Test("accepts several fixes that agree, earlier after a gap")
    func relocation() {
        #expect(verdicts((0..<4).map { (50.1, Double($0)) }) == [false, false, false, true])
        #expect(verdicts([(50.1, 0), (50.1, 1), (50.1, 2)], after: 7) == [false, false, true])
    }

    @Test("a burst of a fast receiver counts as one error")
    func fastBurst() {
        let burst = (0..<15).map { (50.1, Double($0) / 10) }
        #expect(verdicts(burst).allSatisfy { !$0 })
        #expect(verdicts(burst + [(50.1, 2.1)]).last == true)
    }

    @Test("suspects of an airliner agree by its own speed")
    func airliner() {
        let path = (0..<4).map { (51 + Double($0) * 250 / 111_000, Double($0)) }
        #expect(verdicts(path, speed: 250) == [false, false, false, true])
        #expect(verdicts(path, speed: 10) == [false, false, false, false])
    }
}
