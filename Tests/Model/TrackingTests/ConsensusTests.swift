import Location
import Testing

@testable import Tracking

struct ConsensusTests {
    private func feed(_ consensus: inout Consensus, _ place: Double, seconds: Int, speed: Double = 0) {
        for _ in 0..<seconds {
            consensus.advance(by: LocalVector(north: speed), time: speed > 0 ? 1 : 0)
            let centre = consensus.travelled.north
            consensus.add(LocalVector(north: centre + place), time: 1, deviation: 3)
        }
    }

    @Test("a minute of reflections does not move the consensus, at rest or driving", arguments: [0.0, 12])
    func excursion(speed: Double) throws {
        var consensus = Consensus()
        feed(&consensus, 0, seconds: 200, speed: speed)
        feed(&consensus, 40, seconds: 60, speed: speed)
        let centre = try #require(consensus.centre)
        #expect(abs(centre.north - consensus.travelled.north) < 3)
    }

    @Test("a consensus that started in a reflection follows the lasting truth")
    func wrongBeginning() throws {
        var consensus = Consensus()
        feed(&consensus, 40, seconds: 60)
        feed(&consensus, 0, seconds: 120)
        #expect(abs(try #require(consensus.centre).north) < 3)
    }

    @Test("a day at rest needs no more memory")
    func longStand() throws {
        var consensus = Consensus()
        feed(&consensus, 0, seconds: 80_000)
        feed(&consensus, 50, seconds: 3000)
        #expect(abs(try #require(consensus.centre).north) < 3)
    }
}
