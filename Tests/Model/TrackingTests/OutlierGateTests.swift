import Basics
import Location
import Testing

@testable import Tracking

struct OutlierGateTests {
    private func verdicts(
        _ places: [(Double, Double)], speed: Double = 0, seconds: Double = OutlierGate.minAgreement
    ) -> [Bool] {
        var gate = OutlierGate(platform: .air)
        return places.compactMap { latitude, second in
            guard let place = Coordinate(latitude: latitude, longitude: 9) else { return nil }
            var fix = Fix(device: "/dev/a", mode: .threeDimensional)
            (fix.speed, fix.course) = (speed, 0)
            let candidate = Candidate(fix: fix, place: place, uptime: .seconds(second))
            return gate.confirms(candidate, MeasuredFix(candidate), for: seconds)
        }
    }

    @Test("refuses up to three consecutive outliers, whether they agree or not")
    func bursts() {
        #expect(verdicts([(50.1, 0), (50.1, 1), (50.1, 2)]) == [false, false, false])
        #expect(verdicts((0..<8).map { (50.1 + Double($0 * $0) / 10, Double($0)) }).allSatisfy { !$0 })
    }

    @Test("accepts fixes that agree, the third one after a gap")
    func relocation() {
        #expect(verdicts((0..<4).map { (50.1, Double($0)) }) == [false, false, false, true])
        let three = verdicts((0..<3).map { (50.1, Double($0)) }, seconds: OutlierGate.minAgreementAfterGap)
        #expect(three == [false, false, true])
    }

    @Test("a burst of a fast receiver counts as one error")
    func fastBurst() {
        let burst = (0..<15).map { (50.1, Double($0) / 10) }
        #expect(verdicts(burst).allSatisfy { !$0 })
        #expect(verdicts(burst + [(50.1, 3.1)]).last == true)
    }

    @Test("suspects agree if one moved on by its speed, or by the speed between them, meets the next")
    func moving() {
        let airliner = (0..<4).map { (51 + Double($0) * 250 / 111_200, Double($0)) }
        #expect(verdicts(airliner, speed: 250).last == true)
        let stuck = (0..<6).map { (51 + Double($0) * 30 / 111_200, Double($0)) }
        #expect(verdicts(stuck, speed: 0).last == true)
        #expect(verdicts(airliner, speed: 10).last == false)
    }
}
