import Basics
import Location
import Testing

@testable import Witnesses

struct TrustTests {
    /// A drive at 15 m/s whose positions leap by 20 km.
    private var contradicted: Journey {
        var journey = Journey()
        journey.velocity.east = 15
        journey.run(120)
        journey.place.north += 20_000
        journey.run(600)
        return journey
    }

    @Test("claims that leap back into the reach of the trusted place are trusted within 60 s")
    func back() {
        var journey = contradicted
        #expect(journey.judge.level == .contradicted)
        journey.place.north -= 20_000
        let levels = journey.run(40)
        #expect(levels.firstIndex(of: .nominal) == 25)
    }

    @Test("claims that leap elsewhere are not")
    func elsewhere() {
        var journey = contradicted
        journey.place.north += 200_000
        let levels1 = journey.run(120)
        #expect(levels1.allSatisfy { $0 == .contradicted })
    }

    @Test("the way back from the drift of a lie is no step of the receiver's clock")
    func drift() {
        var journey = Journey()
        journey.health = ReceiverHealth(clockDrift: 120)
        journey.run(130)
        journey.place.north += 800
        for second in 0..<900 {
            journey.health = ReceiverHealth(clockDrift: 120 + Float(second) / 18)
            journey.run(1)
        }
        #expect(journey.codes == [.jump])
        journey.place.north -= 800
        journey.health = ReceiverHealth(clockDrift: 121)
        let levels = journey.run(20)
        #expect(levels.firstIndex(of: .nominal) == 10)
    }

    @Test("claims that return to the trusted place are trusted after 10 s, with or without a leap")
    func home() {
        var journey = Journey()
        journey.run(120)
        journey.place.north += 800
        journey.run(60)
        journey.place.north -= 800
        let levels2 = journey.run(20)
        #expect(levels2.firstIndex(of: .nominal) == 10)
        journey.place.north += 800
        journey.run(60)
        #expect(journey.judge.level == .contradicted)
        journey.velocity.north = -20
        journey.run(40)
        journey.velocity.north = 0
        let levels3 = journey.run(20)
        #expect(levels3.last == .nominal)
    }

    @Test("a gap in a lie that goes on explains nothing, a gap before the truth does")
    func gap() {
        var journey = contradicted
        journey.pause(40)
        let levels4 = journey.run(60)
        #expect(levels4.last == .contradicted)
        journey.pause(40)
        journey.place.north -= 20_000
        let levels5 = journey.run(60)
        #expect(levels5.last == .nominal)
    }

    @Test("after an hour without a position any possible way is trusted, and six hours of agreement are")
    func longTimes() {
        var journey = contradicted
        journey.pause(3600)
        let levels6 = journey.run(60)
        #expect(levels6.last == .nominal)
        journey = contradicted
        journey.sky = nil
        journey.run(6 * 3600 - 700)
        #expect(journey.judge.level == .contradicted)
        journey.run(200)
        #expect(journey.judge.level == .nominal)
    }

    @Test("a lie that comes again a few seconds after trust has returned is contradicted")
    func again() {
        var journey = contradicted
        journey.place.north -= 20_000
        journey.run(40)
        #expect(journey.judge.level == .nominal)
        journey.place.north += 20_000
        let levels = journey.run(6)
        #expect(levels.last == .contradicted)
    }

    @Test("the way of a flight is trusted after an hour without a position")
    func flight() {
        var journey = contradicted
        journey.pause(3600)
        journey.place.north += 500_000
        let levels = journey.run(60)
        #expect(levels.last == .nominal)
    }

    @Test(
        "a receiver with half a minute between fixes regains trust, at its place and in its reach", arguments: [0, 15])
    func slow(speed: Double) {
        var journey = Journey()
        journey.velocity.east = speed
        journey.run(20, step: 30)
        journey.place.north += 40_000
        journey.run(20, step: 30)
        #expect(journey.judge.level == .contradicted)
        journey.place.north -= 40_000
        let levels = journey.run(4, step: 30)
        #expect(levels.last == .nominal)
    }

    @Test("a gap among claims that are on their way back to trust does not stop that")
    func gapInReturn() {
        var journey = contradicted
        journey.place.north -= 20_000
        journey.run(5)
        journey.pause(40)
        let levels = journey.run(30)
        #expect(levels.last == .nominal)
    }

    @Test("the owner's word is trusted at once, and nothing else can be")
    func owner() {
        var journey = contradicted
        let words = (0..<2).map { _ in journey.judge.trust(at: Timestamp(milliseconds: 1)) }
        #expect(words == [true, false])
        #expect(journey.judge.level == .nominal)
        let admission = journey.next()
        #expect(admission == .admitted)
        let levels7 = journey.run(10)
        #expect(levels7.allSatisfy { $0 == .nominal })
    }

    @Test("what an earlier run contradicted stays so, by the time of the receiver", arguments: [true, false])
    func restart(isTrusted: Bool) throws {
        var before = Fix(device: "/dev/a", mode: .threeDimensional)
        (before.coordinate, before.timestamp) = (Journey.start, Timestamp(milliseconds: 1000))
        var claim = before
        claim.coordinate = Journey.start?.moved(north: 9000, east: 0)
        claim.timestamp = Timestamp(milliseconds: 1_000_000)
        var report = Report(state: .contradicted, since: Timestamp(milliseconds: 5))
        report.fix = before
        if !isTrusted {
            report.claim = claim
            report.integrity = Integrity(level: .contradicted, since: Timestamp(milliseconds: 7))
        }
        var journey = Journey()
        journey.judge = IntegrityJudge(maxSpeed: 350, lastReport: report, at: Timestamp(milliseconds: 9))
        journey.time = 1100
        journey.place.north = 9000
        let levels = journey.run(60)
        #expect(levels.allSatisfy { $0 == (isTrusted ? .nominal : .contradicted) })
        journey.place.north = 0
        let back = journey.run(20)
        #expect(back.last == .nominal)
    }

    @Test("a doubt goes on for ten minutes after a restart with its reasons, not after an hour", arguments: [30, 3700])
    func restartInDoubt(seconds: Double) {
        var before = Fix(device: "/dev/a", mode: .threeDimensional)
        (before.coordinate, before.timestamp) = (Journey.start, Timestamp(milliseconds: 1_000_000))
        var report = Report(state: .live, since: Timestamp(milliseconds: 5))
        report.fix = before
        let reason = Integrity.Reason(code: .sameStrength, detail: "a")
        report.integrity = Integrity(level: .doubtful, since: Timestamp(milliseconds: 7), reasons: [reason])
        var journey = Journey()
        journey.judge = IntegrityJudge(maxSpeed: 350, lastReport: report, at: Timestamp(milliseconds: 9))
        journey.time = 1000 + seconds
        let levels = journey.run(590)
        #expect(levels.allSatisfy { $0 == (seconds < 3600 ? .doubtful : .nominal) })
        #expect(journey.codes == (seconds < 3600 ? [.sameStrength] : []))
        let later = journey.run(30)
        #expect(later.last == .nominal)
    }

    @Test("the way of a vehicle during a restart of the daemon is no leap", arguments: [80.0, 250])
    func restartInMotion(speed: Double) {
        var before = Fix(device: "/dev/a", mode: .threeDimensional)
        (before.coordinate, before.timestamp) = (Journey.start, Timestamp(milliseconds: 1_000_000))
        (before.speed, before.course) = (speed, 90)
        var report = Report(state: .live, since: Timestamp(milliseconds: 5))
        report.fix = before
        var journey = Journey()
        journey.judge = IntegrityJudge(maxSpeed: 350, lastReport: report, at: Timestamp(milliseconds: 9))
        (journey.time, journey.velocity.east, journey.place.east) = (1008, speed, 8 * speed)
        let levels = journey.run(30)
        #expect(levels.allSatisfy { $0 == .nominal })
    }

    @Test("while the sky is a false one, trust does not come back")
    func falseSky() {
        var journey = contradicted
        journey.sky = { Journey.sky(at: $0, strength: 45) }
        journey.run(15)
        journey.place.north -= 20_000
        let levels8 = journey.run(60)
        #expect(levels8.last == .contradicted)
        journey.sky = { Journey.sky(at: $0) }
        let levels9 = journey.run(5)
        #expect(levels9.last == .nominal)
    }

    @Test("a leap with which the signs of a false sky end is the way back")
    func endOfPull() {
        var journey = Journey()
        journey.run(120)
        journey.sky = { Journey.sky(at: $0, strength: 45) }
        journey.run(30)
        journey.velocity.north = 3
        journey.run(600)
        #expect(journey.judge.level == .doubtful)
        (journey.velocity.north, journey.place.north) = (0, 0)
        journey.sky = { Journey.sky(at: $0) }
        let levels = journey.run(40)
        #expect(!levels.contains(.contradicted))
        #expect(levels.last == .nominal)
    }

    @Test("a leap while they last is contradicted")
    func leapUnderSigns() {
        var journey = Journey()
        journey.run(120)
        journey.sky = { Journey.sky(at: $0, strength: 45) }
        journey.run(30)
        journey.place.north += 900
        let levels10 = journey.run(12)
        #expect(levels10.last == .contradicted)
    }
}
