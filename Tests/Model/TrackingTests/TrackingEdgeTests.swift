import Basics
import Location
import TestSupport
import Testing

@testable import Tracking

/// What happens at the very moment or number that decides.
struct TrackingEdgeTests {
    private let clock = ManualClock()

    private func fix(_ device: String = "/dev/a", radius: Double? = 5, mode: FixMode = .threeDimensional) -> Fix {
        var fix = Fix(device: device, mode: mode)
        fix.coordinate = Coordinate(latitude: 52, longitude: 13)
        fix.horizontalAccuracy = radius.flatMap { HorizontalAccuracy(radius: $0, origin: .receiver) }
        fix.timestamp = clock.now.wallClock
        return fix
    }

    // MARK: Times

    @Test(
        "of two fixes, the receiver's interval counts if it is up to 5 s longer than that of their reception",
        arguments: [(6000, 1000, 6000), (6001, 1000, 1000), (0, 99, 0), (0, 100, 100), (-1, 99, 99), (1, 500, 1)]
            as [(Int64, Int64, Int64)])
    func interval(reported: Int64, measured: Int64, expected: Int64) {
        var clock = MotionClock()
        var fix = Fix(device: "/dev/a", mode: .threeDimensional)
        fix.timestamp = Timestamp(milliseconds: 1_000_000_000)
        #expect(clock.time(of: fix, at: .seconds(7)) == .zero)
        fix.timestamp = Timestamp(milliseconds: 1_000_000_000 + reported)
        #expect(clock.time(of: fix, at: .seconds(7) + .milliseconds(measured)) == .milliseconds(expected))
    }

    @Test(
        "a time is right within 10 s of a synchronised clock, or if it goes on, up to 20 s back and half a day late",
        arguments: [
            // Seconds after a right fix, and by which the receiver is off then.
            (100, 10, "accepted"), (100, 10.001, "replaced"), (100, -99.999, "accepted"), (100, -100.001, "replaced"),
            (1, -21, "accepted"), (1, -21.001, "backwards"), (20, -20, "accepted"), (20.001, -20.001, "replaced"),
            (20, -40, "accepted"), (20.001, -20.002, "replaced"), (43_201, -43_200, "accepted"),
            (43_202, -43_200.001, "replaced"),
        ])
    func continuation(second: Double, off: Double, verdict: String) {
        var journey = TimeJourney()
        journey.receive(0)
        journey.receive(second, off: off)
        #expect(journey.names == ["accepted", verdict])
    }

    @Test(
        "three fixes make a time if each follows the last one within 5 s; else that of reception counts after 10 s",
        arguments: [([0, 5.0, 0], "accepted"), ([0, 5.001, 0], "replaced"), ([0, -4, -8], "accepted")])
    func series(offs: [Double], last: String) {
        for sign in [1.0, -1] {
            var journey = TimeJourney(isSynchronised: false, clock: -86_400)
            for (index, off) in offs.enumerated() { journey.receive(Double(index) * 10, off: off * sign) }
            #expect(journey.names.last == last)
        }
    }

    @Test("an unsynchronised clock and a receiver that agree are right from the day of the first release on")
    func release() {
        for (offset, verdict) in [(0, TimeVerdict.accepted), (-1, .rejected(.unconfirmed(off: .zero)))] {
            var check = TimeValidator()
            let time = TimeValidator.Limits.earliestFix + .milliseconds(offset)
            let moment = Moment(uptime: .seconds(9), wallClock: time)
            #expect(check.validate(time, at: moment, isClockSynchronised: false) == verdict)
        }
    }

    @Test("a delay of more than 5 s makes a fix older than its reception", arguments: [(5000, 0), (5001, 5001)])
    func delay(milliseconds: Int64, age: Int64) {
        var controller = LocationController(settings: TrackingSettings(), at: clock.now)
        let fix = fix()
        _ = controller.handle(.fix(fix), at: clock.advance(by: .milliseconds(milliseconds)))
        #expect(controller.report(at: clock.now).age == .milliseconds(age))
        #expect(controller.deadline == clock.now.uptime + .seconds(10) - .milliseconds(age))
    }

    @Test("a position of an earlier run has an age of 0 or more, or none", arguments: [(0, 0), (5, 5), (-1, nil)])
    func restored(milliseconds: Int64, age: Int64?) {
        var report = Report(state: .live, since: clock.now.wallClock)
        (report.fix, report.received) = (fix(), clock.now.wallClock)
        clock.setAhead(by: .milliseconds(milliseconds))
        let controller = LocationController(settings: TrackingSettings(), lastReport: report, at: clock.now)
        #expect(controller.report(at: clock.now).age == age.map { .milliseconds($0) })
    }

    @Test(
        "a clock that was set back by up to 20 s does not set back the time shown",
        arguments: [(20_000, 0), (20_001, 20_001)])
    func setBack(milliseconds: Int64, back: Int64) {
        var check = TimeValidator()
        let before = TimeJourney.start
        let moments = [(9, before), (10, before + .milliseconds(-milliseconds))].map { uptime, wallClock in
            Moment(uptime: .seconds(uptime), wallClock: wallClock)
        }
        let verdicts = moments.map { check.validate(nil, at: $0, isClockSynchronised: true) }
        #expect(verdicts == [.replaced(by: before), .replaced(by: before + .milliseconds(-back))])
    }

    @Test("a receiver contradicts the time that was trusted for 60 s before its own is trusted")
    func contradiction() {
        var journey = TimeJourney(isSynchronised: false, clock: -TimeJourney.year)
        for second in 0..<65 { journey.receive(Double(second), off: second < 3 ? 3600 : 0) }
        #expect(journey.names.lastIndex { $0 != "accepted" } == 62 && journey.names[2] == "accepted")
    }

    @Test("the time of a fix without a position is not corrected")
    func withoutPosition() {
        var controller = LocationController(settings: TrackingSettings(), at: clock.now)
        var lost = Fix(device: "/dev/a", mode: .none)
        lost.timestamp = clock.now.wallClock + .seconds(-1024 * 7 * 86_400)
        #expect(controller.handle(.fix(lost), at: clock.now).correction == nil)
    }

    @Test(
        "equal values are a repetition with the same time, or faster than 1 m/s",
        arguments: [(true, 0, true), (false, 0, false), (false, 1, false), (false, 1.01, true)]
            as [(Bool, Double, Bool)])
    func repetition(hasTime: Bool, speed: Double, isRepetition: Bool) {
        var fix = fix()
        if !hasTime { fix.timestamp = nil }
        fix.speed = speed
        #expect(RawObservation(fix).isRepetition(of: RawObservation(fix)) == isRepetition)
        var other = fix
        other.timestamp = clock.now.wallClock + .seconds(1)
        #expect(RawObservation(fix).isRepetition(of: RawObservation(other)) == (speed > 1))
    }

    @Test("of two decisions, what either changes has changed")
    func union() {
        var (all, first, second) = (Decision(), Decision(), Decision())
        first.changesReport = true
        second.changesPage = true
        for decision in [first, second, Decision()] { all.formUnion(decision) }
        #expect(all.changesReport && all.changesPage && all.verdict == nil)
    }

    // MARK: Logs

    @Test("a run of two rejections has the time of the second one")
    func run() {
        var log = VerdictLog()
        log.record(.rejected(.noPosition), raw: fix(), at: clock.now)
        log.record(.rejected(.noPosition), raw: fix(), at: clock.advance(by: .seconds(1)))
        let record = log.entries(at: clock.now.uptime).first?.record(at: clock.now)
        #expect(record?.until == clock.now.wallClock && record?.count == 2 && record?.reinstatedCount == 0)
    }

    @Test("the random walk that was learnt is stored in millimetres")
    func walk() {
        var statistics = ReceiverStatistics()
        (statistics.lastUsed, statistics.randomWalk) = (clock.now.wallClock, SIMD2(1.23456, 2.00049))
        let text = String(decoding: LearnedReceiversJSON.encode(LearnedReceivers(["a": statistics])), as: UTF8.self)
        #expect(text.contains(#""wandering":[1.235,2.0]"#), "\(text)")
    }

    @Test("the log has the last thousand verdicts, and ten thousand earlier runs of rejections")
    func capacity() {
        var log = VerdictLog()
        let jump = Verdict.rejected(.implausibleJump(Jump(distance: 530, allowed: 40)))
        for number in 0..<24_000 {
            log.record(number.isMultiple(of: 2) ? jump : .accepted, raw: fix(), at: clock.now)
        }
        let entries = log.entries(at: clock.now.uptime)
        #expect(entries.count == 11_000 && entries.count { $0.verdict == .accepted } == 500)
    }

    @Test("three rejections of 250 fixes, more than one in a hundred, are reported")
    func counts() {
        var counts = VerdictCounts()
        for _ in 0..<247 { counts.add(.accepted, at: .seconds(5)) }
        for _ in 0..<3 { counts.add(.rejected(.simulated), at: .seconds(5)) }
        let summary = counts.summary(at: .seconds(5))
        #expect(summary?.count == 3 && summary?.epochs == 250 && summary?.reason == "simulated")
    }

    // MARK: Receivers

    @Test(
        "at the start, the better of two receivers has more dimensions, or the same and a smaller radius",
        arguments: [
            (4.9, 3, true), (5, 3, false), (nil, 3, false), (9, 3, false), (1, 2, false),
        ] as [(Double?, Int, Bool)])
    func better(radius: Double?, dimensions: Int, isBetter: Bool) {
        var selector = DeviceSelector(configured: nil, failoverDelay: .seconds(10))
        #expect(selector.accepts(fix(), at: .zero) == true)
        let mode = dimensions == 3 ? FixMode.threeDimensional : .twoDimensional
        #expect(selector.accepts(fix("/dev/b", radius: radius, mode: mode), at: .milliseconds(9999)) == isBetter)
    }

    @Test("a receiver of three dimensions is better than one of two, whatever its radius; later ones are not")
    func dimensions() {
        var selector = DeviceSelector(configured: nil, failoverDelay: .seconds(10))
        #expect(selector.accepts(fix(mode: .twoDimensional), at: .zero) == true)
        var later = selector
        #expect(selector.accepts(fix("/dev/b", radius: 99), at: .milliseconds(9999)) == true)
        for second in 1...10 {
            #expect(later.accepts(fix(mode: .twoDimensional), at: .seconds(second)) == true)
            later.recordUse(at: .seconds(second))
        }
        #expect(later.accepts(fix("/dev/b", radius: 1), at: .seconds(10)) == false)
    }

    @Test(
        "a silent receiver yields after the time without positions, one that reports none after 1.5 s",
        arguments: [
            (false, 9999, false), (false, 10_000, true), (true, 1499, false), (true, 1500, true),
        ] as [(Bool, Int, Bool)])
    func failOver(reportsNone: Bool, milliseconds: Int, yields: Bool) {
        var selector = DeviceSelector(configured: nil, failoverDelay: .seconds(10))
        for second in 0...20 {
            #expect(selector.accepts(fix(), at: .seconds(second)) == true)
            selector.recordUse(at: .seconds(second))
        }
        if reportsNone {
            let none = Fix(device: "/dev/a", mode: .none)
            #expect(selector.accepts(none, at: .milliseconds(20_100)) == true)
        }
        let uptime: Duration = .seconds(20) + .milliseconds(milliseconds)
        #expect(selector.accepts(fix("/dev/b", radius: 90), at: uptime) == yields)
    }

    @Test("a receiver whose fixes are not shown yields after the time without positions, and gets back after a minute")
    func hung() {
        var selector = DeviceSelector(configured: nil, failoverDelay: .seconds(10))
        let used = (0..<140).map { second in
            _ = selector.accepts(fix("/dev/b"), at: .seconds(second))
            _ = selector.accepts(fix(radius: 1), at: .seconds(second))
            return selector.selected
        }
        let changes = used.indices.dropFirst().filter { used[$0] != used[$0 - 1] }
        #expect(changes == [10, 70, 130] && used[9] == "/dev/a" && used[69] == "/dev/b")
    }

    @Test("of 32 receivers each keeps its state, and the next one begins without one")
    func receivers() {
        var states = ReceiverStates()
        for number in 0..<ReceiverStates.maxCount {
            states.update("/dev/\(number)") { $0.sky = SkyView(satellites: Satellites(used: number), uptime: .zero) }
        }
        #expect(states.receiver("/dev/0")?.sky?.satellites.used == 0)
        #expect(states.receiver("/dev/31")?.sky?.satellites.used == 31)
        states.update("/dev/32") { _ in }
        #expect(states.receiver("/dev/0") == nil && states.receiver("/dev/32") != nil)
    }
}
