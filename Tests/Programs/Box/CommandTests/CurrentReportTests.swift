import Basics
import Command
import CommandLine
import Configuration
import Location
import Testing

struct CurrentReportTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var state: TrackingState?
        var position = true
        var detail: String?
        var daemonRuns = true
        /// Seconds since the fix was received.
        var after = 3
        let becomes: TrackingState?
        let code: ExitCode
        let summary: String

        var testDescription: String { "\(state.map(\.rawValue) ?? "nothing"), \(after) s later: \(summary)" }
    }

    @Test(
        "brings the state and the age up to date",
        arguments: [
            Case(state: .live, becomes: .live, code: .success, summary: "live, 3 s ago"),
            Case(state: .live, after: 10, becomes: .live, code: .success, summary: "live, 10 s ago"),
            Case(
                state: .live, after: 11, becomes: .stale, code: .lastKnownOnly,
                summary: "stale; last known position, 11 s ago"),
            Case(state: .live, after: -10, becomes: .live, code: .success, summary: "live, just now"),
            Case(
                state: .live, after: -11, becomes: .stale, code: .lastKnownOnly,
                summary: "stale (the clock is before the time of the position); last known position"),
            Case(
                state: .live, after: -500, becomes: .stale, code: .lastKnownOnly,
                summary: "stale (the clock is before the time of the position); last known position"),
            Case(
                state: .stale, after: -500, becomes: .stale, code: .lastKnownOnly,
                summary: "stale; last known position, just now"),
            Case(
                state: .live, daemonRuns: false, after: 180, becomes: .stale, code: .lastKnownOnly,
                summary: "the daemon is not running; last known position, 3 min ago"),
            Case(
                state: .live, daemonRuns: false, after: 2, becomes: .stale, code: .lastKnownOnly,
                summary: "the daemon is not running; last known position, 2 s ago"),
            Case(
                state: .stale, after: 172_800, becomes: .stale, code: .lastKnownOnly,
                summary: "stale; last known position, 2 days ago"),
            Case(
                state: .noFix, after: 60, becomes: .noFix, code: .lastKnownOnly,
                summary: "the receiver has no position; last known position, 1 min ago"),
            Case(
                state: .noGPSD, detail: "connection refused", after: 60, becomes: .noGPSD, code: .lastKnownOnly,
                summary: "gpsd cannot be reached (connection refused); last known position, 1 min ago"),
            Case(
                state: .noGPSD, detail: "\u{1B}[2Jlive, just now\n", becomes: .noGPSD, code: .lastKnownOnly,
                summary: "gpsd cannot be reached (\u{FFFD}[2Jlive, just now\u{FFFD}); last known position, 3 s ago"),
            Case(
                state: .starting, daemonRuns: false, after: 60, becomes: .starting, code: .lastKnownOnly,
                summary: "the daemon is not running; last known position, 1 min ago"),
            Case(
                state: .noReceiver, position: false, detail: "plug one in", becomes: .noReceiver, code: .nothingKnown,
                summary: "no position is known yet: gpsd has no receiver (plug one in)"),
            Case(
                state: .starting, position: false, becomes: .starting, code: .nothingKnown,
                summary: "no position is known yet: the daemon is starting"),
            Case(
                state: .live, position: false, becomes: .stale, code: .nothingKnown,
                summary: "no position is known yet: stale"),
            Case(
                state: .noFix, position: false, daemonRuns: false, becomes: .noFix, code: .unreachable,
                summary: "the daemon is not running, and no position is known"),
            Case(
                becomes: nil, code: .nothingKnown, summary: "no position is known yet: the daemon is starting"),
            Case(
                daemonRuns: false, becomes: nil, code: .unreachable,
                summary: "the daemon is not running, and no position is known"),
        ])
    func table(_ sample: Case) {
        let report = sample.state.map {
            SampleReport.report($0, position: sample.position, detail: sample.detail)
        }
        let current = CurrentReport(
            report: report, daemonRuns: sample.daemonRuns, now: SampleReport.received + .seconds(sample.after),
            staleAfter: .seconds(10))
        #expect(current.report?.state == sample.becomes)
        #expect(current.code == sample.code)
        #expect(current.summary == sample.summary)
        #expect((current.fix != nil) == (sample.position && sample.state != nil))
    }

    @Test("the stale state begins when the fix exceeded the maximum age")
    func since() {
        let current = CurrentReport(
            report: SampleReport.report(.live), daemonRuns: true, now: SampleReport.received + .seconds(99),
            staleAfter: .seconds(10))
        #expect(current.report?.since == SampleReport.received + .seconds(10))
        #expect(current.report?.age == .seconds(99))
    }

    @Test("after the clock was set back by more than a fix's maximum age, the age is unknown")
    func clockSetBack() {
        let now = SampleReport.received + .seconds(-3600)
        let current = CurrentReport(
            report: SampleReport.report(.live), daemonRuns: true, now: now, staleAfter: .seconds(10))
        #expect(current.report?.age == nil)
        #expect(current.report?.since == now)
    }

    @Test("a position with an unknown time of receipt is not current")
    func unknownArrival() {
        var report = SampleReport.report(.live)
        report.received = nil
        let current = CurrentReport(
            report: report, daemonRuns: true, now: SampleReport.received, staleAfter: .seconds(10))
        #expect(current.code == .lastKnownOnly)
    }
}
