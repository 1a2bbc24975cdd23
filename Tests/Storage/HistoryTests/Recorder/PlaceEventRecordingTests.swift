import Basics
import Location
import TestSupport
import Testing

@testable import History

/// When what happens at places is written, and what a disk that is full or broken does to it.
struct OccurrenceRecordingTests {
    private let clock = ManualClock()
    private let visits = Sample.visits([0, 10])

    private func recorder(interval: Duration = .seconds(10)) -> HistoryRecorder {
        var recorder = HistoryRecorder(settings: .init(commitInterval: interval, extent: .all))
        record(visits, in: &recorder)
        return recorder
    }

    private func record(_ occurrences: [PlaceEvent], in recorder: inout HistoryRecorder) {
        var buffer = PlaceEventBuffer()
        for occurrence in occurrences { buffer.append(occurrence) }
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
        "it is written at once, without a fix and long before the points are",
        arguments: [Duration.zero, .seconds(600)])
    func atOnce(interval: Duration) throws {
        var recorder = recorder(interval: interval)
        #expect(recorder.deadline == .zero)
        #expect(recorder.nextAction(at: clock.now) == .commitEvents(visits))
        #expect(try succeed(&recorder) == nil)
        #expect(recorder.nextAction(at: clock.now) == nil && recorder.deadline == nil)
    }

    @Test("it waits for a disk that fails, is tried again after a pause, and each side is said once")
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

    @Test("while points cannot be written it is tried all the same, and while it cannot be, points are")
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

    @Test("a long outage costs memory up to a bound, and what is lost is counted")
    func bounded() throws {
        var recorder = recorder()
        _ = try fail(&recorder)
        record(Sample.visits(0..<PlaceEventBuffer.limit), in: &recorder)
        clock.advance(by: .seconds(10))
        #expect(try succeed(&recorder) == .resumed(.commitEvents, written: PlaceEventBuffer.limit, lost: 2))
    }

    @Test("at the end it is tried once more, and what is lost is said")
    func ends() throws {
        var recorder = recorder()
        _ = try fail(&recorder)
        recorder.finish()
        #expect(recorder.nextAction(at: clock.now) == .commitEvents(visits))
        #expect(try fail(&recorder) == .eventsLost(count: 2, reason: "disk is full"))
        #expect(recorder.nextAction(at: clock.now) == nil)
    }
}
