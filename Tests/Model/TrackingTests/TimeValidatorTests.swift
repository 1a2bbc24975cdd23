import Basics
import Location
import Testing

@testable import Tracking

struct TimeValidatorTests {
    /// 2026-11-20T12:00:00Z.
    private static let now = Timestamp(milliseconds: 1_795_176_000_000)
    private static let weeks1024: Duration = .seconds(1024 * 604_800)

    /// Returns the verdicts on one fix per second, each given by its offset from the true time; `clock` is the offset
    /// of the machine's clock.
    private func verdicts(
        _ offsets: [Duration], synchronised: Bool, clock: Duration = .zero
    ) -> [TimeVerdict] {
        var check = TimeValidator()
        return offsets.enumerated().map { second, offset in
            let truth = Self.now + .seconds(second)
            let moment = Moment(uptime: .seconds(1000 + second), wallClock: truth + clock)
            return check.validate(truth + offset, at: moment, isClockSynchronised: synchronised)
        }
    }

    @Test("accepts a time near a synchronised clock at once", arguments: [0, -1, 3, -9, 10])
    func agrees(seconds: Int) {
        #expect(verdicts([.seconds(seconds)], synchronised: true) == [.accepted])
    }

    @Test("shifts a time off by a multiple of 1024 weeks at once", arguments: [-3, -2, -1, 1, 2])
    func rollover(periods: Int) {
        let offset = Self.weeks1024 * periods + .seconds(2)
        #expect(verdicts([offset], synchronised: true) == [.shifted(weeks: Int64(-periods * 1024))])
    }

    @Test(
        "replaces other times by the time of reception of a synchronised clock, however consistent",
        arguments: [-86_400, 86_400, 50_000, -619_315_200 + 90_000, 1_000_000_000, -3600, 7200, 18, -11, 11])
    func nonsense(seconds: Int) {
        let found = verdicts(
            [.seconds(seconds), .seconds(seconds), .seconds(seconds), .seconds(seconds)], synchronised: true)
        #expect(found == (0..<4).map { .replaced(by: Self.now + .seconds($0)) })
    }

    @Test("ignores a single fix of another time and trusts the next correct one", arguments: [-3600, 3600])
    func glitch(seconds: Int) {
        let offset: Duration = .seconds(seconds)
        let found = verdicts([.zero, .zero, .zero, offset, .zero], synchronised: true)
        let middle: TimeVerdict =
            seconds < 0 ? .rejected(.backwards(by: .seconds(3600 - 1))) : .replaced(by: Self.now + .seconds(3))
        #expect(found == [.accepted, .accepted, .accepted, middle, .accepted])
    }

    @Test("replaces the time of a series that went back from its third fix")
    func backForGood() {
        let hour: Duration = .seconds(-3600)
        let found = verdicts([.zero, hour, hour, hour, hour], synchronised: true)
        #expect(found.map(\.name) == ["accepted", "backwards", "backwards", "replaced", "replaced"])
    }

    @Test("accepts leap seconds and small steps", arguments: [true, false])
    func smallSteps(synchronised: Bool) {
        let steps = [0, 0, 0, 0, -1, -1, -4, -2, 1, 1].map { Duration.seconds($0) }
        let clock: Duration = synchronised ? .zero : .seconds(-86_400 * 30)
        let found = verdicts(steps, synchronised: synchronised, clock: clock)
        #expect(found.dropFirst(2).allSatisfy { $0 == .accepted })
    }

    @Test(
        "without a synchronised clock, trusts the third consistent fix",
        arguments: [-86_400 * 3, -1_795_176_000, 86_400 * 400])
    func unsynchronised(clock: Int) {
        let found = verdicts([.zero, .zero, .zero, .zero], synchronised: false, clock: .seconds(clock))
        let off: Duration = .seconds(-clock)
        #expect(found == [.rejected(.unconfirmed(off: off)), .rejected(.unconfirmed(off: off)), .accepted, .accepted])
    }

    @Test("without a synchronised clock, never trusts inconsistent times")
    func cold() {
        let random = [0, 5000, -80_000, 900_000, 12, 77_777].map { Duration.seconds($0) }
        let found = verdicts(random, synchronised: false, clock: .seconds(-86_400))
        #expect(found.allSatisfy { $0.name == "unconfirmed" || $0.name == "backwards" })
    }

    @Test("agreement of an unsynchronised clock and the receiver suffices, but not before the release date")
    func agreement() {
        #expect(verdicts([.zero], synchronised: false) == [.accepted])
        let old: Duration = .seconds(-86_400 * 365 * 30)
        #expect(verdicts([old], synchronised: false, clock: old).map(\.name) == ["unconfirmed"])
    }

    @Test(
        "without a synchronised clock, the release date determines the rollover period",
        arguments: [(-1, "shifted"), (-2, "shifted"), (1, "shifted"), (0, "accepted")])
    func pivot(periods: Int, name: String) {
        let offset = Self.weeks1024 * periods
        let found = verdicts([offset, offset, offset], synchronised: false, clock: .seconds(-86_400 * 50))
        #expect(found.last?.name == name)
        if periods != 0 { #expect(found.last == .shifted(weeks: Int64(-periods * 1024))) }
    }

    @Test("without a synchronised clock, rejects a shift beyond ten years")
    func beyond() {
        // 2020-11-20 plus 1024 weeks is 2040.
        let offset: Duration = .seconds(-86_400 * 365 * 6)
        let found = verdicts([offset, offset, offset, offset], synchronised: false, clock: .seconds(-86_400 * 50))
        #expect(found.map(\.name) == ["unconfirmed", "unconfirmed", "implausible", "implausible"])
    }

    @Test("a repeated time confirms nothing")
    func repeated() {
        var check = TimeValidator()
        let moments = (0..<5).map { Moment(uptime: .seconds($0), wallClock: Timestamp(milliseconds: 0)) }
        let found = moments.map { check.validate(Self.now, at: $0, isClockSynchronised: false).name }
        #expect(found.allSatisfy { $0 == "unconfirmed" })
    }

    /// Returns the verdicts on five fixes without a time, three seconds apart, by a machine whose clock is off.
    private func verdictsWithoutTime(synchronised: Bool, clock: Duration, _ check: TimeValidator) -> [TimeVerdict] {
        var check = check
        return (0..<5).map { index in
            let moment = Moment(uptime: .seconds(1000 + 3 * index), wallClock: Self.now + .seconds(3 * index) + clock)
            return check.validate(nil, at: moment, isClockSynchronised: synchronised)
        }
    }

    @Test("a missing time is replaced by the time of reception of a synchronised clock")
    func missing() {
        let found = verdictsWithoutTime(synchronised: true, clock: .zero, TimeValidator())
        #expect(found == (0..<5).map { .replaced(by: Self.now + .seconds(3 * $0)) })
    }

    @Test("a missing time is replaced by an unsynchronised clock after 3 s, or by a trusted time at once")
    func missingUnsynchronised() {
        let day: Duration = .seconds(-86_400)
        let found = verdictsWithoutTime(synchronised: false, clock: day, TimeValidator())
        let replaced = (1..<5).map { TimeVerdict.replaced(by: Self.now + .seconds(3 * $0) + day) }
        #expect(found == [.accepted] + replaced)
        // A clock from before the release of this program is wrong for sure.
        let year: Duration = .seconds(-365 * 86_400)
        let wrong = verdictsWithoutTime(synchronised: false, clock: year, TimeValidator())
        #expect(wrong == Array(repeating: .accepted, count: 5))
        var trusting = TimeValidator()
        let before = Moment(uptime: .seconds(990), wallClock: Self.now + .seconds(-10))
        #expect(trusting.validate(before.wallClock, at: before, isClockSynchronised: true) == .accepted)
        let later = verdictsWithoutTime(synchronised: false, clock: day, trusting)
        #expect(later == (0..<5).map { .replaced(by: Self.now + .seconds(3 * $0)) })
    }

    @Test("a clock before the epoch of GPS replaces no missing time: that of a recording without any")
    func missingWithoutClock() {
        let clock = Timestamp(milliseconds: 0) - Self.now
        let found = verdictsWithoutTime(synchronised: true, clock: clock, TimeValidator())
        #expect(found == Array(repeating: .accepted, count: 5))
        let fix = Fix(device: "a")
        #expect(fix.applying(.accepted) == fix)
    }

    @Test("fixes with and without a time alternate, and each own time is accepted however late it arrives")
    func alternating() {
        var check = TimeValidator()
        var (previous, own) = (Timestamp(milliseconds: 0), 0)
        for tenth in 0..<40 {
            // Ten fixes a second, each of which arrives after those of 0.3 s.
            let moment = Moment(uptime: .milliseconds(100 * tenth), wallClock: Self.now + .milliseconds(100 * tenth))
            let time = tenth.isMultiple(of: 2) ? moment.wallClock + .milliseconds(-300) : nil
            var fix = Fix(device: "a", mode: .threeDimensional)
            fix.timestamp = time
            let verdict = check.validate(time, at: moment, isClockSynchronised: true)
            let assigned = fix.applying(verdict).timestamp ?? Timestamp(milliseconds: 0)
            #expect(assigned > previous)
            previous = assigned
            own += verdict == .accepted ? 1 : 0
        }
        #expect(own == 20)
    }

    @Test("fixes without a time do not make a wrong time count sooner")
    func missingBeforeUnconfirmed() {
        var check = TimeValidator()
        func verdict(_ time: Timestamp?, _ second: Int) -> TimeVerdict {
            let moment = Moment(uptime: .seconds(second), wallClock: Self.now + .seconds(second - 86_400))
            return check.validate(time, at: moment, isClockSynchronised: false)
        }
        for second in 0..<20 { _ = verdict(nil, second) }
        let found = (20..<23).map { verdict(Self.now + .seconds($0), $0).name }
        #expect(found == ["unconfirmed", "unconfirmed", "accepted"])
    }

    @Test("applies a verdict to the time and time source of a fix")
    func timed() {
        var fix = Fix(device: "a", mode: .threeDimensional)
        fix.timestamp = Self.now
        let shifted = fix.applying(.shifted(weeks: 1024))
        #expect(shifted.timestamp == Self.now + Self.weeks1024 && shifted.timeSource == .shifted)
        let replaced = fix.applying(.replaced(by: Self.now + .seconds(7)))
        #expect(replaced.timestamp == Self.now + .seconds(7) && replaced.timeSource == .reception)
        #expect(fix.applying(.accepted) == fix)
    }
}

extension TimeVerdict {
    /// A short name of the verdict.
    var name: String {
        switch self {
        case .accepted: "accepted"
        case .shifted: "shifted"
        case .replaced: "replaced"
        case .rejected(.backwards): "backwards"
        case .rejected(.unconfirmed): "unconfirmed"
        case .rejected(.implausible): "implausible"
        }
    }
}
