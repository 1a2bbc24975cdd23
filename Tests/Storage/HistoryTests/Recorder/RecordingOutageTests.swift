import Basics
import Location
import TestSupport
import Testing

@testable import History

/// Recording during an outage of the disk.
struct RecordingOutageTests {
    private let clock = ManualClock()

    /// Returns a recorder with one due point.
    private func recorder() throws -> HistoryRecorder {
        var recorder = HistoryRecorder(settings: .init(commitInterval: .zero, extent: .all))
        recorder.record(try Sample.point(0), at: clock.now.uptime)
        return recorder
    }

    private func fail(_ recorder: inout HistoryRecorder) throws -> RecorderEvent? {
        let action = try #require(recorder.nextAction(at: clock.now))
        return recorder.recordFailure(of: action, reason: "disk is full", at: clock.now.uptime)
    }

    private func succeed(_ recorder: inout HistoryRecorder) throws -> RecorderEvent? {
        let action = try #require(recorder.nextAction(at: clock.now))
        return recorder.recordCompletion(of: action, at: clock.now.uptime)
    }

    @Test("points are kept and retried after a pause, and the outage is reported once at each end")
    func resumes() throws {
        var recorder = try recorder()
        #expect(try fail(&recorder) == .interrupted(.commitPoints, reason: "disk is full"))
        recorder.record(try Sample.point(1), at: clock.now.uptime)
        #expect(recorder.nextAction(at: clock.now) == nil)
        #expect(recorder.deadline == clock.now.uptime + .seconds(10))
        clock.advance(by: .seconds(10))
        #expect(try fail(&recorder) == nil)
        clock.advance(by: .seconds(10))
        #expect(recorder.nextAction(at: clock.now) == .commitPoints(try Sample.points(0...1)))
        #expect(try succeed(&recorder) == .resumed(.commitPoints, written: 2, lost: 0))
        recorder.record(try Sample.point(2), at: clock.now.uptime)
        #expect(recorder.nextAction(at: clock.now) == .commitPoints(try Sample.points(2...2)))
    }

    @Test("what waits during an outage is known, with its reason, until writing works again")
    func outage() throws {
        var recorder = try recorder()
        #expect(recorder.outage == nil)
        _ = try fail(&recorder)
        recorder.record(try Sample.point(1), at: clock.now.uptime)
        recorder.recordDropped(3)
        #expect(recorder.outage == HistoryOutage(reason: "disk is full", fixes: 2, lost: 3))
        clock.advance(by: .seconds(10))
        _ = try succeed(&recorder)
        #expect(recorder.outage == nil)
        // Points that are written do not end the outage of the events.
        var events = PlaceEventBuffer()
        events.append(Sample.event(.enter, "Home", at: 2))
        recorder.record(events)
        _ = try fail(&recorder)
        #expect(recorder.outage == HistoryOutage(reason: "disk is full", fixes: 0, events: 1))
    }

    @Test("a failed sealing is no outage")
    func sealingIsNone() throws {
        var recorder = try recorder()
        _ = try succeed(&recorder)
        _ = try fail(&recorder)
        #expect(recorder.outage == nil)
    }

    @Test("a requested commit is not tried before the next retry")
    func requested() throws {
        var recorder = try recorder()
        _ = try fail(&recorder)
        recorder.requestCommit(at: clock.advance(by: .seconds(5)).uptime)
        #expect(recorder.nextAction(at: clock.now) == nil)
        clock.advance(by: .seconds(5))
        #expect(recorder.nextAction(at: clock.now) == .commitPoints(try Sample.points(0...0)))
    }

    @Test("a long outage has bounded memory, and losses are counted")
    func bounded() throws {
        var recorder = try recorder()
        _ = try fail(&recorder)
        let count = 3 * HistoryRecorder.maxPending
        for point in try Sample.points(1..<count) { recorder.record(point, at: clock.now.uptime) }
        clock.advance(by: .seconds(10))
        guard case .resumed(.commitPoints, let written, let lost) = try succeed(&recorder) else {
            Issue.record("not resumed")
            return
        }
        #expect(written <= HistoryRecorder.maxPending)
        #expect(written + lost == count)
    }

    @Test("points dropped before the recorder are reported without an outage")
    func lostBefore() throws {
        var recorder = try recorder()
        recorder.recordDropped(7)
        #expect(try succeed(&recorder) == .resumed(.commitPoints, written: 1, lost: 7))
    }

    @Test("while commits fail, hours are not sealed")
    func onlyCommits() throws {
        var recorder = try recorder()
        _ = try fail(&recorder)
        #expect(recorder.nextAction(at: clock.advance(by: .seconds(9))) == nil)
        clock.advance(by: .seconds(1))
        _ = try succeed(&recorder)
        #expect(recorder.nextAction(at: clock.now) == .seal(before: Sample.time(-3600)))
    }

    @Test("a failed sealing is reported separately, and does not delay commits")
    func sealing() throws {
        var recorder = try recorder()
        #expect(try succeed(&recorder) == nil)
        #expect(try fail(&recorder) == .interrupted(.seal, reason: "disk is full"))
        recorder.record(try Sample.point(1), at: clock.now.uptime)
        #expect(try succeed(&recorder) == nil)
        #expect(recorder.nextAction(at: clock.advance(by: .seconds(599))) == nil)
        clock.advance(by: .seconds(1))
        #expect(try succeed(&recorder) == .resumed(.seal, written: 0, lost: 0))
    }

    @Test("finishing tries once more, however short the pause")
    func ends() throws {
        var recorder = try recorder()
        _ = try fail(&recorder)
        recorder.finish()
        #expect(recorder.nextAction(at: clock.now) == .commitPoints(try Sample.points(0...0)))
    }

    @Test("points that cannot be written at the end are reported as lost, with those dropped before")
    func abandons() throws {
        var recorder = try recorder()
        _ = try fail(&recorder)
        recorder.recordDropped(4)
        recorder.finish()
        #expect(try fail(&recorder) == .pointsLost(count: 5, reason: "disk is full"))
        #expect(recorder.nextAction(at: clock.now) == nil)
    }

    @Test(
        "every event has a description of one line",
        arguments: [RecordingAction.Kind.commitPoints, .commitEvents, .seal, .applyRetention])
    func descriptions(kind: RecordingAction.Kind) {
        for event in [
            RecorderEvent.interrupted(kind, reason: "why"), .resumed(kind, written: 2, lost: 0),
            .resumed(kind, written: 2, lost: 1), .pointsLost(count: 2, reason: "why"),
            .eventsLost(count: 2, reason: "why"),
        ] {
            #expect(event.description.hasPrefix("history: "))
            #expect(!event.description.contains("\n"))
            #expect(event.description.contains("why") == event.isProblem)
        }
    }
}
