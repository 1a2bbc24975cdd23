import Basics
import Location
import TestSupport
import Testing

@testable import History

/// What a disk that is full or broken does to the recording.
struct RecordingOutageTests {
    private let clock = ManualClock()

    /// A recorder with one point that is due.
    private func recorder() throws -> HistoryRecorder {
        var recorder = HistoryRecorder(settings: .init(commitInterval: .zero, extent: .all))
        recorder.record(try Sample.point(0), at: clock.now.uptime)
        return recorder
    }

    private func fail(_ recorder: inout HistoryRecorder) throws -> RecordingNotice? {
        let action = try #require(recorder.next(at: clock.now))
        return recorder.note(failed: action, "disk is full", at: clock.now.uptime)
    }

    private func succeed(_ recorder: inout HistoryRecorder) throws -> RecordingNotice? {
        let action = try #require(recorder.next(at: clock.now))
        return recorder.note(done: action, at: clock.now.uptime)
    }

    @Test("points are kept, tried again after a pause, and each side is said once")
    func resumes() throws {
        var recorder = try recorder()
        #expect(try fail(&recorder) == .interrupted(.commit, reason: "disk is full"))
        recorder.record(try Sample.point(1), at: clock.now.uptime)
        #expect(recorder.next(at: clock.now) == nil)
        #expect(recorder.deadline == clock.now.uptime + .seconds(10))
        clock.advance(by: .seconds(10))
        #expect(try fail(&recorder) == nil)
        clock.advance(by: .seconds(10))
        #expect(recorder.next(at: clock.now) == .commit(try Sample.points(0...1)))
        #expect(try succeed(&recorder) == .resumed(.commit, written: 2, lost: 0))
        recorder.record(try Sample.point(2), at: clock.now.uptime)
        #expect(recorder.next(at: clock.now) == .commit(try Sample.points(2...2)))
    }

    @Test("a long outage costs memory up to a bound, and what is lost is counted")
    func bounded() throws {
        var recorder = try recorder()
        _ = try fail(&recorder)
        let count = 3 * HistoryRecorder.limit
        for point in try Sample.points(1..<count) { recorder.record(point, at: clock.now.uptime) }
        clock.advance(by: .seconds(10))
        guard case .resumed(.commit, let written, let lost) = try succeed(&recorder) else {
            Issue.record("not resumed")
            return
        }
        #expect(written <= HistoryRecorder.limit)
        #expect(written + lost == count)
    }

    @Test("what was lost on the way here is said without an outage")
    func lostBefore() throws {
        var recorder = try recorder()
        recorder.record(lost: 7)
        #expect(try succeed(&recorder) == .resumed(.commit, written: 1, lost: 7))
    }

    @Test("while commits fail, hours are not sealed")
    func onlyCommits() throws {
        var recorder = try recorder()
        _ = try fail(&recorder)
        #expect(recorder.next(at: clock.advance(by: .seconds(9))) == nil)
        clock.advance(by: .seconds(1))
        _ = try succeed(&recorder)
        #expect(recorder.next(at: clock.now) == .seal(before: Sample.time(-3600)))
    }

    @Test("a failed sealing is said by itself, and does not hold up commits")
    func sealing() throws {
        var recorder = try recorder()
        #expect(try succeed(&recorder) == nil)
        #expect(try fail(&recorder) == .interrupted(.seal, reason: "disk is full"))
        recorder.record(try Sample.point(1), at: clock.now.uptime)
        #expect(try succeed(&recorder) == nil)
        #expect(recorder.next(at: clock.advance(by: .seconds(599))) == nil)
        clock.advance(by: .seconds(1))
        #expect(try succeed(&recorder) == .resumed(.seal, written: 0, lost: 0))
    }

    @Test("at the end it is tried once more, however short the pause")
    func ends() throws {
        var recorder = try recorder()
        _ = try fail(&recorder)
        recorder.end()
        #expect(recorder.next(at: clock.now) == .commit(try Sample.points(0...0)))
    }

    @Test("what cannot be written at the end is said to be lost, with what was lost before, and not to be kept")
    func abandons() throws {
        var recorder = try recorder()
        _ = try fail(&recorder)
        recorder.record(lost: 4)
        recorder.end()
        #expect(try fail(&recorder) == .abandoned(count: 5, reason: "disk is full"))
        #expect(recorder.next(at: clock.now) == nil)
    }

    @Test("what is said is one line", arguments: [RecordingAction.Kind.commit, .keep, .seal, .retain])
    func words(kind: RecordingAction.Kind) {
        for notice in [
            RecordingNotice.interrupted(kind, reason: "why"), .resumed(kind, written: 2, lost: 0),
            .resumed(kind, written: 2, lost: 1), .abandoned(count: 2, reason: "why"),
            .forgotten(count: 2, reason: "why"),
        ] {
            #expect(notice.description.hasPrefix("history: "))
            #expect(!notice.description.contains("\n"))
            #expect(notice.description.contains("why") == notice.isProblem)
        }
    }
}
