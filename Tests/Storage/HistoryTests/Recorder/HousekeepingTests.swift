import Basics
import Location
import TestSupport
import Testing

@testable import History

/// What the recorder requests besides commits and sealing, and when.
struct HousekeepingTests {
    private let clock = ManualClock()

    @Test("hours are summarised a minute after the start, also without points, in a tenth of the time, then each hour")
    func summaries() throws {
        var recorder = HistoryRecorder(
            settings: .init(commitInterval: .seconds(10)), summarisesFrom: clock.now.uptime)
        #expect(recorder.deadline == clock.now.uptime + .seconds(60))
        clock.advance(by: .seconds(60))
        #expect(recorder.nextAction(at: clock.now) == .summarise)
        let uptime = clock.advance(by: .milliseconds(200)).uptime
        _ = recorder.recordCompletion(of: .summarise, isComplete: false, after: .milliseconds(200), at: uptime)
        #expect(recorder.nextAction(at: clock.now) == nil)
        #expect(recorder.deadline == uptime + .milliseconds(1800))
        recorder.record(try Sample.point(0), at: uptime)
        clock.advance(by: .milliseconds(1800))
        #expect(recorder.nextAction(at: clock.now) == .summarise)
        _ = recorder.recordCompletion(of: .summarise, after: .milliseconds(200), at: clock.now.uptime)
        #expect(recorder.nextAction(at: clock.now) == nil)
        recorder.finish()
        clock.advance(by: .seconds(3600))
        while let action = recorder.nextAction(at: clock.now) {
            try #require(action != .summarise)
            _ = recorder.recordCompletion(of: action, at: clock.now.uptime)
        }
    }

    @Test("what retention has thinned is summarised again soon")
    func summariesAfterRetention() throws {
        var recorder = HistoryRecorder(
            settings: .init(commitInterval: .seconds(10)), summarisesFrom: clock.now.uptime)
        _ = recorder.recordCompletion(of: .summarise, after: .milliseconds(200), at: clock.now.uptime)
        _ = recorder.recordCompletion(of: .applyRetention(asOf: clock.now.wallClock), at: clock.now.uptime)
        clock.advance(by: .seconds(1))
        #expect(recorder.nextAction(at: clock.now) == .summarise)
    }

    @Test("trimming waits for a commit that comes soon, so that the thread wakes once")
    func trimsWithCommit() throws {
        var recorder = HistoryRecorder(settings: .init(commitInterval: .seconds(25)), trimsLateRuns: true)
        for _ in 0...2 {
            recorder.record(try Sample.point(0), at: clock.now.uptime)
            let commit = clock.advance(by: .seconds(25)).uptime
            #expect(recorder.deadline.map { $0 <= commit } ?? false)
            while let action = recorder.nextAction(at: clock.now), action.isCommit || action != .trimLateRuns {
                _ = recorder.recordCompletion(of: action, at: commit)
            }
        }
        #expect(recorder.nextAction(at: clock.now) == .trimLateRuns)
        recorder.record(try Sample.point(1), at: clock.now.uptime)
        #expect(recorder.nextAction(at: clock.now) == nil)
        #expect(recorder.deadline == clock.now.uptime + .seconds(25))
    }
}
