import Basics
import Location
import Testing

@testable import Tracking

/// Receivers and clocks that fail and recover: no good fix is lost, and the time shown never runs backwards.
struct TimeSequenceTests {
    // MARK: Late fixes

    @Test(
        "accepts fixes delayed by a stall unchanged",
        arguments: [true, false], [[1.0], [1.0, 1.0], [0.2], [7.0]])
    func stall(synchronised: Bool, steps: [Double]) {
        var journey = TimeJourney(isSynchronised: synchronised, clock: synchronised ? 0.3 : -86_400)
        for second in 0..<20 { journey.receive(Double(second)) }
        var second = 20.0
        while second < 60 {
            for _ in steps { journey.receive(second, at: 60 + second / 1000) }
            second += steps[0]
        }
        for second in 61..<80 { journey.receive(Double(second)) }
        #expect(Set(journey.names.dropFirst(synchronised ? 0 : 2)) == ["accepted"])
        #expect(journey.stepsBack.isEmpty)
    }

    @Test("shifts delayed fixes of a receiver 1024 weeks behind", arguments: [true, false])
    func rollover(synchronised: Bool) {
        var journey = TimeJourney(isSynchronised: synchronised, clock: synchronised ? 0 : -86_400)
        let off = -1024.0 * 604_800
        for second in 0..<20 { journey.receive(Double(second), off: off) }
        for second in 20..<60 { journey.receive(Double(second), off: off, at: 60) }
        for second in 61..<80 { journey.receive(Double(second), off: off) }
        #expect(Set(journey.names.dropFirst(synchronised ? 0 : 2)) == ["shifted"])
        #expect(journey.stepsBack.isEmpty)
        #expect(journey.shown.last?.off == 0)
    }

    @Test(
        "a stall at the start, or around a wrong time, loses nothing and shows no time twice over", arguments: [0, 20])
    func stallWithGlitch(right: Int) {
        var journey = TimeJourney()
        for second in 0..<right { journey.receive(Double(second)) }
        for second in right..<60 {
            journey.receive(Double(second), off: second == right + 5 ? 86_400 : 0, at: 60 + Double(second) / 1000)
        }
        for second in 61..<80 { journey.receive(Double(second)) }
        #expect(journey.rejections == 0)
        #expect(journey.stepsBack.isEmpty)
        #expect(Set(journey.names.suffix(10)) == ["accepted"])
    }

    // MARK: Wrong, then right

    @Test(
        "accepts the right time after a wrong one, although received later than measured",
        arguments: [0.0, 0.4, 1.5, 4], [3600.0, 86_400, -86_400])
    func latency(seconds: Double, off: Double) {
        for synchronised in [true, false] {
            var journey = TimeJourney(isSynchronised: synchronised, clock: synchronised ? 0 : -86_400 * 9)
            for second in 0..<40 {
                journey.receive(Double(second), off: (20..<24).contains(second) ? off : 0, at: Double(second) + seconds)
            }
            #expect(journey.rejections == (synchronised ? 0 : 2))
            #expect(journey.stepsBack.isEmpty)
            #expect(Set(journey.names.suffix(40 - 24 - Int(seconds.rounded(.up)))) == ["accepted"])
        }
    }

    @Test("corrects a date that is a day off around midnight", arguments: [true, false], [86_400.0, -86_400])
    func midnight(synchronised: Bool, off: Double) {
        var journey = TimeJourney(isSynchronised: synchronised, clock: synchronised ? 0 : -86_400 * 400)
        for second in 0..<100 { journey.receive(Double(second), off: (50..<58).contains(second) ? off : 0) }
        #expect(journey.rejections == (synchronised ? 0 : 2))
        #expect(journey.stepsBack.isEmpty)
        #expect(journey.shown.allSatisfy { abs($0.off) < 1 })
    }

    @Test("rejects no fix of a receiver that learns its leap seconds late", arguments: [15.0, 17, 18])
    func leapSeconds(ahead: Double) {
        var synchronised = TimeJourney()
        var alone = TimeJourney(isSynchronised: false, clock: -86_400)
        for second in 0..<300 {
            synchronised.receive(Double(second), off: second < 200 ? ahead : 0)
            alone.receive(Double(second), off: second < 200 ? ahead : 0)
        }
        #expect(synchronised.phases == ["replaced", "accepted"] && synchronised.stepsBack.isEmpty)
        #expect(alone.phases == ["unconfirmed", "accepted"] && alone.rejections == 2)
        // Not detectable before the receiver reports it.
        #expect(alone.stepsBack == [ahead - 1])
        #expect(alone.shown.last?.off == 0)
    }

    @Test(
        "trusts a receiver that starts at an arbitrary date as soon as it knows the right one",
        arguments: [0, 315_964_800, 935_280_000, 946_684_800, 1_554_595_200, 3_471_724_800])
    func firstDate(seconds: Int64) {
        for isConstant in [true, false] {
            for synchronised in [true, false] {
                var journey = TimeJourney(isSynchronised: synchronised, clock: synchronised ? 0 : -86_400)
                for second in 0..<40 {
                    let time = Timestamp(milliseconds: (seconds + (isConstant ? 0 : Int64(second))) * 1000)
                    journey.receive(reporting: time, at: Double(second))
                }
                for second in 40..<60 { journey.receive(Double(second)) }
                #expect(journey.rejections == (synchronised ? 0 : 10))
                #expect(journey.stepsBack.isEmpty)
                #expect(Set(journey.names.suffix(18)) == ["accepted"])
                #expect(journey.shown.prefix(20).allSatisfy { $0.source == .reception })
            }
        }
    }

    @Test("a date a day behind is not a delayed fix, however long the gap")
    func dayBehindAfterPause() {
        var journey = TimeJourney()
        journey.receive(0)
        journey.receive(2 * 86_400, off: -86_400)
        #expect(journey.names == ["accepted", "replaced"])
    }

    @Test("the time of reception never precedes that of a receiver that was some seconds ahead")
    func aheadOfReception() {
        var journey = TimeJourney()
        for second in 0..<20 { journey.receive(Double(second), off: second == 10 ? 86_400 : 8) }
        #expect(journey.names.filter { $0 == "replaced" }.count == 1)
        #expect(journey.stepsBack.isEmpty)
    }

    @Test("rejects a single old fix at any time after the start")
    func old() {
        var journey = TimeJourney(isSynchronised: false, clock: -86_400)
        for second in 0..<60 { journey.receive(Double(second), off: second == 50 ? -3600 : 0) }
        #expect(journey.phases == ["unconfirmed", "accepted", "backwards", "accepted"])
    }

    @Test("rejects times that jump back by hours for ten seconds, then uses the time of reception")
    func jumpingBack() {
        var journey = TimeJourney()
        for second in 0..<60 { journey.receive(Double(second), off: second < 20 ? 0 : -3600 * Double(1 + second % 3)) }
        #expect(journey.phases == ["accepted", "backwards", "replaced"])
        #expect(journey.rejections == 10)
        #expect(journey.shown.allSatisfy { $0.off == 0 })
    }

    // MARK: Standing still

    @Test("replaces a time that stands still by the time of reception, which advances", arguments: [true, false])
    func stuck(synchronised: Bool) {
        var journey = TimeJourney(isSynchronised: synchronised, clock: synchronised ? 0 : -86_400)
        for second in 0..<20 { journey.receive(Double(second)) }
        for second in 20..<200 { journey.receive(reporting: TimeJourney.start + .seconds(19), at: Double(second)) }
        for second in 200..<220 { journey.receive(Double(second)) }
        let middle = journey.phases.filter { $0 != "unconfirmed" }
        #expect(middle == ["accepted", "replaced", "accepted"])
        #expect(journey.rejections == (synchronised ? 0 : 2))
        #expect(journey.stepsBack.isEmpty)
        #expect(journey.shown.allSatisfy { $0.off >= -21 && $0.off <= 0 })
    }

    // MARK: The machine's clock

    @Test(
        "setting the clock right does not affect a correct receiver",
        arguments: [-50 * TimeJourney.year, -86_400, 4 * TimeJourney.year, -30, 30])
    func set(clock: Double) {
        for notice in [0, 30] {
            var journey = TimeJourney(isSynchronised: false, clock: clock)
            for second in 0..<100 {
                if second == 40 { journey.clock = 0 }
                journey.isSynchronised = second >= 40 + notice
                journey.receive(Double(second))
            }
            #expect(journey.phases == ["unconfirmed", "accepted"] && journey.rejections == 2)
            #expect(journey.stepsBack.isEmpty)
        }
    }

    @Test(
        "stepping a synchronised clock does not affect a correct receiver",
        arguments: [-3600.0, -60, 60, 3600])
    func stepped(by step: Double) {
        var journey = TimeJourney()
        for second in 0..<100 {
            if second == 40 { journey.clock = step }
            journey.receive(Double(second))
        }
        #expect(Set(journey.names) == ["accepted"])
    }

    @Test(
        "a synchronised clock overrides a receiver trusted before the synchronisation",
        arguments: [-7200.0, 7200, 86_400])
    func wronglyTrusted(off: Double) {
        var journey = TimeJourney(isSynchronised: false, clock: -TimeJourney.year)
        for second in 0..<100 {
            if second == 40 { (journey.clock, journey.isSynchronised) = (0, true) }
            journey.receive(Double(second), off: off)
        }
        #expect(journey.shown.suffix(57).allSatisfy { $0.off == 0 && $0.source == .reception })
    }

    @Test("a receiver trusted too soon is trusted again after a long consistent series")
    func trustedAgain() {
        for off in [-86_400.0, -3600, 3600, 86_400] {
            var journey = TimeJourney(isSynchronised: false, clock: -TimeJourney.year)
            for second in 0..<200 { journey.receive(Double(second), off: second < 40 ? off : 0) }
            #expect(journey.shown.last?.off == 0 && journey.shown.last?.source == .receiver)
            #expect(journey.rejections <= 4)
            journey.receive(200, off: 86_400)
            #expect(journey.shown.last?.off == 0 && journey.shown.last?.source == .reception)
        }
    }

    @Test("corrects times of a clock that was years ahead in one step")
    func ahead() {
        var journey = TimeJourney(isSynchronised: false, clock: 4 * TimeJourney.year)
        for second in 0..<100 { journey.receive(Double(second), off: second < 40 ? Double(second * 5000) : 0) }
        #expect(journey.stepsBack.count == 1)
        #expect(journey.shown.last?.off == 0)
    }
}
