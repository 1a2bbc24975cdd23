import Location
import Testing

@testable import Tracking

struct ReceiverStatisticsTests {
    /// Statistics after spreads at rest and in motion, in square metres.
    private func statistics(rest: Double, motion: Double, seconds: Int = 600) -> ReceiverStatistics {
        var statistics = ReceiverStatistics()
        statistics.add(radius: 15, after: 0)
        for _ in 0..<seconds {
            for index in ReferenceFilters.times.indices {
                statistics.add(spread: rest, at: index, atRest: true, radius: 15, after: 1)
                statistics.add(spread: motion, at: index, atRest: false, radius: 15, after: 1)
            }
        }
        return statistics
    }

    @Test("smooths only where rest has proved that it helps")
    func smoothing() {
        #expect(ReceiverStatistics().smoothingTime == nil)
        #expect(statistics(rest: 4, motion: 4).smoothingTime != nil)
        #expect(statistics(rest: 4, motion: 9).smoothingTime == nil)
        #expect(statistics(rest: 4, motion: 4, seconds: 20).smoothingTime == nil)
        #expect(statistics(rest: 4, motion: 4, seconds: 149).smoothingTime == nil)
        #expect(statistics(rest: 4, motion: 4, seconds: 151).smoothingTime != nil)
        #expect(statistics(rest: 0, motion: 0).smoothingTime == nil)
    }

    @Test("narrows gpsd's radius, and never shows less than the spread")
    func radius() {
        var modelled = statistics(rest: 1, motion: 1)
        #expect(modelled.radius(claimed: 16, atRest: true, departed: 0) == 16)
        for _ in 0..<60 { modelled.modelledRadius.add(true, after: 1) }
        // Under an open sky more than under one that hides satellites; never more than 0.65 of it.
        #expect((6.1...6.3).contains(modelled.radius(claimed: 16, atRest: true, departed: 0)))
        #expect(modelled.radius(claimed: 30, atRest: true, departed: 0) == 30 * 0.65)
        #expect(modelled.radius(claimed: 6, atRest: true, departed: 0) == 6 * 0.65)
        #expect(modelled.radius(claimed: 1, atRest: true, departed: 0) == 2.448 * 2.0.squareRoot())
    }

    @Test("a wrong speed does not widen the radius without limit")
    func wrongSpeed() {
        #expect(statistics(rest: 1, motion: 1e6).radius(claimed: 6, atRest: false, departed: 0) == 12)
        #expect(statistics(rest: 1, motion: 1e6).radius(claimed: 10, atRest: false, departed: 0) == 16)
        #expect(statistics(rest: 1, motion: 1e6).radius(claimed: 40, atRest: false, departed: 0) == 40)
    }

    @Test("a fix that leaves its way widens the radius, as far as the speed may not be at fault")
    func departure() {
        #expect(statistics(rest: 1, motion: 1).radius(claimed: 6, atRest: false, departed: 9) == 9)
        #expect(statistics(rest: 1, motion: 1).radius(claimed: 6, atRest: false, departed: 90) == 12)
        #expect(statistics(rest: 1, motion: 1).radius(claimed: 6, atRest: true, departed: 90) == 90)
    }

    /// The radius at a claim of 10 m after an hour of rest with errors of a deviation along an axis, in metres.
    private func learnt(_ deviation: Double, isModelled: Bool) -> Double {
        var statistics = ReceiverStatistics()
        for _ in 0..<60 { statistics.modelledRadius.add(isModelled, after: 1) }
        for second in 0..<3600 {
            statistics.add(
                offset: 2 * deviation * deviation, fromMeanOver: Double(second), radius: 10, after: 1)
        }
        return statistics.radius(claimed: 10, atRest: false, departed: 0)
    }

    @Test("a long rest shows the scale of the errors, but does not narrow a receiver's own radius")
    func scale() {
        #expect((3...4).contains(learnt(1, isModelled: true)))
        #expect(learnt(8, isModelled: true) == 10)
        #expect(learnt(1, isModelled: false) == 10)
        #expect((23...26).contains(learnt(8, isModelled: false)))
    }

    @Test("the class of the radius does not flip with single epochs")
    func agreement() {
        var model = Agreement(on: 0.5, off: 0.2, time: 30)
        var flips = 0
        for second in 0..<600 {
            let before = model.isTrue
            model.add(second % 7 > 1, after: 1)
            flips += before == model.isTrue ? 0 : 1
        }
        #expect(model.isTrue && flips == 1)
        for _ in 0..<120 { model.add(false, after: 1) }
        #expect(!model.isTrue)
    }

    @Test("the best sky fades within hours")
    func minRadius() {
        var statistics = ReceiverStatistics()
        statistics.add(radius: 8, after: 0)
        for _ in 0..<600 { statistics.add(radius: 30, after: 1) }
        #expect((8...12).contains(statistics.minRadius))
        for _ in 0..<7200 { statistics.add(radius: 30, after: 1) }
        #expect(statistics.minRadius == 30)
    }

    @Test("learns the Doppler noise, without speeds that are motion")
    func doppler() {
        var statistics = ReceiverStatistics()
        #expect(statistics.dopplerFactor == 1)
        for _ in 0..<600 { statistics.add(dopplerSquare: 0.04, after: 1) }
        #expect(abs(statistics.dopplerFactor - 0.2 / 0.09) < 0.1)
        statistics.add(dopplerSquare: 100, after: 1)
        #expect(statistics.dopplerFactor < 2.5)
    }

    @Test("the density of the noise is what strays from the positions, beyond their own random walk")
    func density() {
        var statistics = ReceiverStatistics()
        statistics.randomWalk = [1, 2]
        for _ in 0..<300 { statistics.innovation.add(2, after: 1) }
        #expect(statistics.dopplerDensity == ReceiverStatistics.goodDopplerDensity)
        for _ in 0..<1200 { statistics.innovation.add(200, after: 1) }
        #expect(statistics.dopplerDensity > 0.4)
    }

    @Test("hours of a speed held at 0 do not make the noise unlearnable")
    func heldSpeed() {
        var statistics = ReceiverStatistics()
        for _ in 0..<36_000 { statistics.add(dopplerSquare: 0, after: 1) }
        for _ in 0..<600 { statistics.add(dopplerSquare: 0.04, after: 1) }
        #expect(statistics.dopplerFactor > 2)
    }

    @Test("carrier phases that are lost do not make the Doppler speed worse")
    func carrierPhases() {
        var statistics = ReceiverStatistics()
        for _ in 0..<60 { statistics.add(radius: 0.014, after: 1) }
        #expect(statistics.skyFactor(3) < 1.2)
        #expect(statistics.skyFactor(30) > 10)
    }
}
