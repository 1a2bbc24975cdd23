import Basics
import Location
import TestSupport
import Testing

@testable import History

/// The writing of place events, also during an outage of the disk.
struct PlaceEventRecordingTests {
    private let clock = ManualClock()
    private let visits = Sample.visits([0, 10])

    private func recorder(interval: Duration = .seconds(10)) -> HistoryRecorder {
        var recorder = HistoryRecorder(settings: .init(commitInterval: interval, extent: .all))
        record(visits, in: &recorder)
        return recorder
    }

    private func record(_ events: [PlaceEvent], in recorder: inout HistoryRecorder) {
        var buffer = PlaceEventBuffer()
        for event in events { buffer.append(event) }
        recorder.record(buffer)
    }

    private func fail(_ recorder: inout HistoryRecorder) throws -> RecorderEvent? {
        let action = try #require(recorder.nextAction(at: clock.now))
        return recorder.recordFailure(of: action, reason: "disk is full", at: clock.now.uptime)
    }

    private func succeed(_ recorder: inout HistoryRecorder) throws -> RecorderEvent? {
        let action = try #require(recorder.nextAction(at: clock.now))
        return recorder.recordCompletion(of: action, at: clock.now.uptime)
    }

    @Test(
        "an event is written at once, without a fix and long before points",
        arguments: [Duration.zero, .seconds(600)])
    func atOnce(interval: Duration) throws {
        var recorder = recorder(interval: interval)
        #expect(recorder.deadline == .zero)
        #expect(recorder.nextAction(at: clock.now) == .commitEvents(visits))
        #expect(try succeed(&recorder) == nil)
        #expect(recorder.nextAction(at: clock.now) == nil && recorder.deadline == nil)
    }

    @Test("an event is retried after a pause, and the outage is reported once at each end")
    func resumes() throws {
        var recorder = recorder()
        #expect(try fail(&recorder) == .interrupted(.commitEvents, reason: "disk is full"))
        record(Sample.visits([20]), in: &recorder)
        #expect(recorder.nextAction(at: clock.now) == nil)
        #expect(recorder.deadline == clock.now.uptime + .seconds(10))
        clock.advance(by: .seconds(10))
        #expect(try fail(&recorder) == nil)
        clock.advance(by: .seconds(10))
        #expect(recorder.nextAction(at: clock.now) == .commitEvents(Sample.visits([0, 10, 20])))
        #expect(try succeed(&recorder) == .resumed(.commitEvents, written: 3, lost: 0))
    }

    @Test("events are tried while points cannot be written, and the other way round")
    func independent() throws {
        var recorder = HistoryRecorder(settings: .init(commitInterval: .zero, extent: .all))
        recorder.record(try Sample.point(0), at: clock.now.uptime)
        #expect(try fail(&recorder) == .interrupted(.commitPoints, reason: "disk is full"))
        record(visits, in: &recorder)
        #expect(try fail(&recorder) == .interrupted(.commitEvents, reason: "disk is full"))
        #expect(recorder.nextAction(at: clock.advance(by: .seconds(10))) == .commitPoints(try Sample.points(0..<1)))
        #expect(try succeed(&recorder) == .resumed(.commitPoints, written: 1, lost: 0))
        #expect(recorder.nextAction(at: clock.now) == .commitEvents(visits))
    }

    @Test("a long outage has bounded memory, and losses are counted")
    func bounded() throws {
        var recorder = recorder()
        _ = try fail(&recorder)
        record(Sample.visits(0..<PlaceEventBuffer.limit), in: &recorder)
        clock.advance(by: .seconds(10))
        #expect(try succeed(&recorder) == .resumed(.commitEvents, written: PlaceEventBuffer.limit, lost: 2))
    }

    @Test("finishing tries once more, and reports losses")
    func ends() throws {
        var recorder = recorder()
        _ = try fail(&recorder)
        recorder.finish()
        #expect(recorder.nextAction(at: clock.now) == .commitEvents(visits))
        #expect(try fail(&recorder) == .eventsLost(count: 2, reason: "disk is full"))
        #expect(recorder.nextAction(at: clock.now) == nil)
    }
}
