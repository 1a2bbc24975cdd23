import Basics
import Location
import Testing

@testable import NMEAServer

struct SentenceScheduleTests {
    private static let begin: Int64 = 1_795_343_100_000

    private func moment(_ milliseconds: Int64) -> Moment {
        Moment(
            uptime: .milliseconds(milliseconds), wallClock: Timestamp(milliseconds: Self.begin + milliseconds))
    }

    private func report(_ state: TrackingState = .live, received: Int64? = nil, age: Duration = .zero) -> Report {
        var report = Report(state: state, since: moment(0).wallClock)
        report.received = received.map { moment($0).wallClock }
        report.age = age
        return report
    }

    private func schedule() -> SentenceSchedule { SentenceSchedule(staleAfter: .seconds(10), start: .zero) }

    /// Returns the times at which sentences are sent, in milliseconds.
    private func sent(_ reports: [Int64], until end: Int64) -> [Int64] {
        var schedule = schedule()
        return stride(from: 0, to: end, by: 10).filter { time in
            if reports.contains(time) { schedule.receive(report(), at: moment(time)) }
            return schedule.send(at: .milliseconds(time))
        }
    }

    @Test("without a report, sentences come once a second, the first after a second")
    func silent() {
        #expect(sent([], until: 4500) == [1000, 2000, 3000, 4000])
    }

    @Test("reports once a second prompt the sentences, early and late ones too")
    func prompted() {
        #expect(sent([300, 1310, 2260, 3290, 4290], until: 4600) == [300, 1310, 2260, 3290, 4290])
    }

    @Test("of ten reports a second, one is sent")
    func fast() {
        #expect(sent(Array(stride(from: 0, to: 3500, by: 100)), until: 3500) == [0, 1000, 2000, 3000])
    }

    @Test("a receiver with a fix every five seconds does not slow the sentences")
    func slow() {
        #expect(sent([0, 5000], until: 7000) == [0, 1250, 2250, 3250, 4250, 5250, 6250])
    }

    @Test("the deadline is the next second, or a little later while reports come")
    func deadline() {
        var schedule = schedule()
        #expect(schedule.deadline == .seconds(1))
        schedule.receive(report(), at: moment(100))
        let isSent = schedule.send(at: .milliseconds(100))
        #expect(isSent)
        #expect(schedule.deadline == .milliseconds(1350))
        schedule.disconnect()
        #expect(schedule.deadline == .milliseconds(1100))
    }

    @Test("only a live report is current, and none without the daemon", arguments: TrackingState.allCases)
    func states(state: TrackingState) {
        var schedule = schedule()
        schedule.receive(report(state), at: moment(0))
        #expect((schedule.current(at: .zero) != nil) == (state == .live))
        schedule.disconnect()
        #expect(schedule.current(at: .zero) == nil)
    }

    @Test("a report of a daemon that says no more is no longer current when its fix is too old")
    func hanging() {
        var schedule = schedule()
        schedule.receive(report(age: .seconds(2)), at: moment(1000))
        #expect(schedule.current(at: .seconds(9)) != nil)
        #expect(schedule.current(at: .milliseconds(9001)) == nil)
    }

    @Test("a report that is sent again is as old as its fix, and a clock that was set back makes none younger")
    func repeated() {
        var schedule = schedule()
        schedule.receive(report(received: 1000, age: .zero), at: moment(12_000))
        #expect(schedule.current(at: .seconds(12)) == nil)
        schedule.receive(report(received: 60_000, age: .seconds(11)), at: moment(12_000))
        #expect(schedule.current(at: .seconds(12)) == nil)
    }
}
