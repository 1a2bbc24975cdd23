import Basics
import Location
import Testing

@testable import Witnesses

struct SignTests {
    private func parked(_ change: (inout Journey) -> Void = { _ in }) -> Journey {
        var journey = Journey()
        change(&journey)
        journey.run(240)
        return journey
    }

    @Test("positions that move while the speed stands, and the reverse")
    func speed() {
        var journey = parked()
        for _ in 0..<40 {
            journey.place.north += 10
            journey.run(1)
        }
        #expect(journey.codes == [.speed])
        journey = parked { $0.velocity.east = 20 }
        let there = journey.place
        for _ in 0..<30 {
            journey.place = there - journey.velocity
            journey.run(1)
        }
        #expect(journey.codes == [.speed])
    }

    @Test("a curve, and a speed that is stuck, are no contradiction")
    func honestSpeed() {
        var journey = parked { $0.velocity.east = 20 }
        for second in 0..<600 {
            journey.velocity = LocalVector(north: 20 * Double(second % 2), east: 20 * Double(1 - second % 2))
            journey.run(1)
        }
        #expect(journey.codes.isEmpty)
    }

    @Test("a position that repeats to the digit after a gap, at a receiver that never did so at rest")
    func constant() {
        var journey = parked()
        journey.pause(60)
        journey.coordinate = Journey.start
        journey.run(40)
        #expect(journey.codes == [.constant])
        journey = parked { $0.coordinate = Journey.start }
        journey.pause(60)
        journey.run(40)
        #expect(journey.codes.isEmpty)
        journey = parked()
        journey.coordinate = Journey.start
        journey.run(400)
        #expect(journey.codes.isEmpty)
    }

    @Test("satellites that leap in the sky, until they are back")
    func skyLeap() {
        var journey = parked()
        journey.sky = { Journey.sky(at: $0, turn: 120) }
        journey.run(3)
        #expect(journey.codes == [.skyLeap])
        journey.run(60)
        #expect(journey.judge.level == .doubtful)
        journey.sky = { Journey.sky(at: $0) }
        let levels1 = journey.run(12)
        #expect(levels1.last == .nominal)
    }

    @Test("satellites near the zenith turn without leaping")
    func zenith() {
        let overhead = { (turn: Double) in
            (0..<9).map {
                Satellite(
                    constellation: .gps, number: $0 + 1, elevation: 86, azimuth: 10 * Double($0) + turn,
                    signal: 30 + Double($0), isUsed: true)
            }
        }
        var journey = parked { $0.sky = { _ in overhead(0) } }
        journey.sky = { _ in overhead(120) }
        let levels2 = journey.run(10)
        #expect(levels2.allSatisfy { $0 == .nominal })
    }

    @Test("satellites of one strength, if they had several before", arguments: [true, false])
    func sameStrength(hadSeveral: Bool) {
        var journey = parked { if !hadSeveral { $0.sky = { Journey.sky(at: $0, strength: 45) } } }
        journey.sky = { Journey.sky(at: $0, strength: 45) }
        let levels3 = journey.run(9)
        #expect(levels3.allSatisfy { $0 == .nominal })
        journey.run(5)
        #expect(journey.codes == (hadSeveral ? [.sameStrength] : []))
    }

    @Test("constellations that are missing while another is as strong as before")
    func constellations() {
        let part = { (systems: [Constellation], loss: Double) in
            { (time: Double) in
                Journey.sky(at: time).filter { systems.contains($0.constellation) }.map { satellite in
                    var weaker = satellite
                    weaker.signal = satellite.signal.map { $0 - loss }
                    return weaker
                }
            }
        }
        var journey = parked()
        journey.sky = part([.gps], 0)
        let levels4 = journey.run(25)
        #expect(levels4.allSatisfy { $0 == .nominal })
        journey.run(10)
        #expect(journey.codes == [.constellationLoss])
        journey.sky = { Journey.sky(at: $0) }
        let levels5 = journey.run(12)
        #expect(levels5.last == .nominal)
        journey = parked()
        journey.sky = part([.gps, .galileo], 0)
        let levels6 = journey.run(60)
        #expect(levels6.allSatisfy { $0 == .nominal })
        journey = parked()
        journey.sky = part([.gps], 8)
        let levels7 = journey.run(60)
        #expect(levels7.allSatisfy { $0 == .nominal })
    }

    @Test("signals that fall together are remembered, and cause no doubt by themselves")
    func signalLoss() {
        var journey = parked()
        journey.sky = {
            Journey.sky(at: $0).map { Satellite(constellation: $0.constellation, number: $0.number, signal: 20) }
        }
        let levels8 = journey.run(20)
        #expect(levels8.allSatisfy { $0 == .nominal })
        #expect(journey.judge.signs.remembersLoss)
    }

    @Test("an altitude that steps, not one that climbs")
    func altitude() {
        var journey = parked()
        for _ in 0..<60 {
            journey.altitude += 10
            journey.run(1)
        }
        #expect(journey.codes.isEmpty)
        journey.altitude = 0
        journey.run(4)
        #expect(journey.codes == [.altitude])
    }

    @Test("a step in the drift of the clock, until it is back")
    func clockDrift() {
        var journey = parked { $0.health = ReceiverHealth(clockDrift: 120) }
        journey.health = ReceiverHealth(clockDrift: 190)
        journey.run(4)
        #expect(journey.codes == [.clockDrift])
        journey.health = ReceiverHealth(clockDrift: 121)
        let levels9 = journey.run(12)
        #expect(levels9.last == .nominal)
        journey.health = ReceiverHealth(clockDrift: 140)
        let levels10 = journey.run(12)
        #expect(levels10.last == .nominal)
    }

    @Test("a short doubt does not make the drift of the clock forgotten")
    func clockDriftAfterDoubt() {
        var journey = parked { $0.health = ReceiverHealth(clockDrift: 120) }
        journey.sky = { Journey.sky(at: $0, strength: 45) }
        journey.run(20)
        journey.sky = { Journey.sky(at: $0) }
        let levels = journey.run(20)
        #expect(levels.first == .doubtful && levels.last == .nominal)
        journey.health = ReceiverHealth(clockDrift: 190)
        journey.run(4)
        #expect(journey.codes == [.clockDrift])
    }

    @Test("a witness whose source falls silent speaks for a minute more")
    func silence() {
        var journey = parked { $0.health = ReceiverHealth(clockDrift: 120) }
        journey.health = ReceiverHealth(clockDrift: 190)
        journey.sky = { Journey.sky(at: $0, strength: 45) }
        journey.run(20)
        #expect(journey.codes == [.sameStrength, .clockDrift])
        journey.health = nil
        journey.sky = nil
        journey.run(50)
        #expect(journey.codes == [.sameStrength, .clockDrift])
        journey.run(25)
        #expect(journey.judge.level == .nominal)
    }

    @Test("one strength for an hour is taken for usual")
    func lastingStrength() {
        var journey = parked()
        journey.sky = { Journey.sky(at: $0, strength: 45) }
        journey.run(3600)
        #expect(journey.codes == [.sameStrength])
        journey.run(30)
        #expect(journey.judge.level == .nominal)
    }

    @Test("a list of satellites that repeats the one before counts once a second")
    func repeatedLists() {
        var journey = parked()
        journey.sky = nil
        let list = Satellites(inView: Journey.sky(at: 0, strength: 45))
        for step in 0..<26 {
            let uptime = Duration.milliseconds(240_500 + 500 * step)
            journey.judge.add(
                list, device: "/dev/a", isRepeated: step > 0,
                at: Moment(uptime: uptime, wallClock: Timestamp(milliseconds: 0)))
        }
        #expect(journey.codes == [.sameStrength])
    }

    @Test("the last list of satellites in use counts for half a minute")
    func oldList() {
        var journey = parked { $0.velocity.north = 30 }
        journey.sky = { _ in Journey.sky(at: 0).map { Satellite(constellation: $0.constellation, number: $0.number) } }
        journey.run(1)
        journey.sky = nil
        journey.run(80)
        journey.place.east += 900
        let levels = journey.run(6)
        #expect(levels.last == .contradicted)
    }

    @Test("interference that lasts for an hour is taken for usual")
    func lastingInterference() {
        var journey = parked { $0.health = ReceiverHealth(interference: 25) }
        journey.health = ReceiverHealth(interference: 120)
        journey.run(3600)
        #expect(journey.codes == [.jamming])
        journey.run(30)
        #expect(journey.judge.level == .nominal)
    }

    @Test("interference above what is usual")
    func jamming() {
        var journey = parked { $0.health = ReceiverHealth(interference: 25) }
        journey.health = ReceiverHealth(interference: 60)
        let levels11 = journey.run(5)
        #expect(levels11.allSatisfy { $0 == .nominal })
        journey.health = ReceiverHealth(interference: 120)
        journey.run(3)
        #expect(journey.codes == [.jamming])
    }

    @Test("a fault of the antenna that is new", arguments: [ReceiverHealth.Antenna.short, .open, .unpowered])
    func antenna(fault: ReceiverHealth.Antenna) {
        var journey = parked()
        journey.health = ReceiverHealth(antenna: fault)
        journey.run(1)
        #expect(journey.codes == [.antenna])
        journey = parked { $0.health = ReceiverHealth(antenna: fault) }
        #expect(journey.codes.isEmpty)
    }
}
