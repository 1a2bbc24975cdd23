import Location
import Testing

@testable import Witnesses

struct JumpTests {
    private var parked: Journey {
        var journey = Journey()
        journey.run(120)
        return journey
    }

    @Test("a jump of a kilometre is doubtful at once, and contradicted four seconds later")
    func jump() {
        var journey = parked
        journey.place.north += 1000
        let levels = journey.run(6)
        #expect(levels == [.doubtful, .doubtful, .doubtful, .doubtful, .contradicted, .contradicted])
        #expect(journey.codes == [.jump])
        let admission = journey.next()
        #expect(admission == .contradicted)
    }

    @Test("a single outlier is suspended and then over")
    func outlier() {
        var journey = parked
        journey.place.north += 3000
        let levels1 = journey.run(2)
        #expect(levels1 == [.doubtful, .doubtful])
        journey.place.north -= 3000
        let levels2 = journey.run(1)
        #expect(levels2 == [.nominal])
    }

    @Test("an outlier as far as a leap may be is over with the next fix")
    func nearOutlier() {
        var journey = parked
        journey.place.north += 258
        let far = journey.run(1)
        #expect(far == [.doubtful])
        journey.place.north -= 258
        let near = journey.run(8)
        #expect(near.allSatisfy { $0 == .nominal })
    }

    @Test("an outlier in the last second of the first minute is none for ever")
    func lateOutlier() {
        var journey = Journey()
        journey.run(60)
        journey.place.north += 30_000
        journey.run(1)
        journey.place.north -= 30_000
        let levels = journey.run(20)
        #expect(levels.allSatisfy { $0 == .nominal })
    }

    @Test("outliers that lead away step by step are over with the next fix")
    func outliersInARow() {
        var journey = parked
        for _ in 0..<3 {
            journey.place.north += 240
            journey.run(1)
        }
        journey.place.north = 0
        let levels = journey.run(10)
        #expect(levels.allSatisfy { $0 == .nominal })
    }

    @Test("a reflection of 150 m and a fast start are no jump")
    func reflection() {
        var journey = parked
        journey.place.north += 150
        let levels3 = journey.run(3)
        #expect(levels3.allSatisfy { $0 == .nominal })
        journey.velocity.east = 20
        let levels4 = journey.run(60)
        #expect(levels4.allSatisfy { $0 == .nominal })
    }

    @Test("a smaller jump is doubtful, and contradicted if another witness speaks")
    func smallJump() {
        var journey = parked
        journey.place.north += 350
        let levels5 = journey.run(20)
        #expect(levels5.last == .doubtful)
        let admission = journey.next()
        #expect(admission == .admitted)
        journey = parked
        journey.place.north += 350
        journey.altitude = 0
        journey.altitude = 400
        let levels6 = journey.run(20)
        #expect(levels6.last == .contradicted)
    }

    /// A receiver whose positions have leapt by 350 m, doubtful.
    private var doubtful: Journey {
        var journey = parked
        journey.place.north += 350
        journey.run(60)
        return journey
    }

    @Test(
        "after a smaller jump a far one is contradicted, and a chain of small ones",
        arguments: [(90_000.0, 1), (350, 9)])
    func leapOfDoubtful(metres: Double, count: Int) {
        var journey = doubtful
        for _ in 0..<count {
            journey.place.north += metres
            journey.run(6)
        }
        #expect(journey.judge.level == .contradicted)
        journey.place.north = 0
        let levels = journey.run(20)
        #expect(levels.last == .nominal)
    }

    @Test("after a smaller jump an outlier is suspended, and the way back is free")
    func outlierOfDoubtful() {
        var journey = doubtful
        journey.place.north += 3000
        journey.run(2)
        let admission = journey.next()
        #expect(admission != .admitted)
        journey.place.north -= 3000
        let levels = journey.run(20)
        #expect(levels.allSatisfy { $0 == .doubtful })
        journey.place.north -= 350
        #expect(journey.next() == .admitted)
        let back = journey.run(20)
        #expect(!back.contains(.contradicted))
        #expect(back.last == .nominal)
    }

    @Test("a gap must be long enough for the way", arguments: [(20.0, 3000.0), (120, 60_000), (3600, 1_400_000)])
    func gap(seconds: Double, metres: Double) {
        var journey = parked
        journey.pause(seconds)
        journey.place.north += metres
        let levels7 = journey.run(6)
        #expect(levels7.last == .contradicted)
        #expect(journey.codes == [.gapJump])
        journey = parked
        journey.pause(seconds)
        journey.place.north += metres / 2
        let levels8 = journey.run(6)
        #expect(levels8.allSatisfy { $0 == .nominal })
    }

    @Test("after a gap the last place may be reported first")
    func oldPlace() {
        var journey = parked
        journey.pause(7200)
        journey.run(10)
        journey.place.north += 90_000
        let levels9 = journey.run(10)
        #expect(levels9.allSatisfy { $0 == .nominal })
    }

    @Test("a receiver that extrapolates without satellites may leap", arguments: [true, false])
    func extrapolation(hasSky: Bool) {
        var journey = parked
        journey.velocity.north = 30
        journey.run(60)
        let sky = journey.sky
        journey.sky = { _ in Journey.sky(at: 0).map { Satellite(constellation: $0.constellation, number: $0.number) } }
        if !hasSky { journey.sky = sky }
        journey.run(40)
        journey.sky = sky
        journey.place.east += 900
        let levels = journey.run(10)
        #expect(levels.allSatisfy { $0 == .nominal } == hasSky)
    }

    @Test("one speed and course to the digit excuse a leap in motion, for some time, and not at rest")
    func repetition() {
        for (speed, seconds, isExcused) in [(30.0, 60, true), (30.0, 160, false), (0.0, 60, false)] {
            var journey = parked
            journey.velocity.north = speed
            journey.run(60)
            journey.held = (speed, 0)
            journey.run(seconds)
            journey.held = nil
            journey.place.east += 900
            let levels = journey.run(10)
            #expect(levels.contains(.contradicted) == !isExcused)
        }
    }

    @Test("a receiver that holds its place in a tunnel with speed 0 may leap, one that does so at rest may not")
    func hold() {
        for (speed, isExcused) in [(25.0, true), (1, false)] {
            var journey = parked
            journey.velocity.north = speed
            journey.run(60)
            (journey.velocity.north, journey.held) = (0, (0, 90))
            journey.run(40)
            (journey.velocity.north, journey.held) = (speed, nil)
            journey.place.north += 900
            let levels = journey.run(10)
            #expect(levels.contains(.contradicted) == !isExcused)
        }
    }

    @Test("a poor radius for a few seconds does not excuse a leap for ever, and one that lasts is believed")
    func poorRadius() {
        for (metres, seconds, isExcused) in [(3000.0, 5, false), (0, 5, true), (3000, 100, true)] {
            var journey = parked
            (journey.place.north, journey.radius) = (metres, 2000)
            let poor = journey.run(seconds)
            journey.radius = 5
            let levels = journey.run(60)
            #expect(!poor.contains(.contradicted))
            #expect((levels.last == .contradicted) == !isExcused)
        }
    }

    @Test(
        "a poor radius for a while excuses no leap that only a gap would",
        arguments: [(30, 4000), (80, 20_000)] as [(Int, Double)])
    func leapAfterPoorRadius(seconds: Int, metres: Double) {
        var journey = parked
        journey.radius = 60
        let poor = journey.run(seconds)
        #expect(poor.allSatisfy { $0 == .nominal })
        (journey.radius, journey.place.north) = (5, metres)
        let levels = journey.run(10)
        #expect(levels.dropFirst(5).allSatisfy { $0 == .contradicted })
        (journey.place.north, journey.radius) = (0, 60)
        #expect(journey.run(60).last == .nominal)
    }

    @Test("a signal loss before an unusual way through a gap is doubtful")
    func unusualGap() {
        var journey = parked
        journey.sky = { Journey.sky(at: $0, strength: 15) }
        journey.run(3)
        journey.pause(170)
        journey.sky = { Journey.sky(at: $0) }
        journey.place.north += 14_000
        let levels10 = journey.run(3)
        #expect(levels10.last == .doubtful)
        #expect(journey.codes == [.gapJump, .signalLoss])
    }
}
