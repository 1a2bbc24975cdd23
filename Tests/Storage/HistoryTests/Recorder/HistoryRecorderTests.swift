import Basics
import Location
import TestSupport
import Testing

@testable import History

struct HistoryRecorderTests {
    private let clock = ManualClock()

    private func recorder(
        interval: Duration = .seconds(10), extent: RecordingSettings.Extent = .all, retention: Retention = .unlimited
    ) -> HistoryRecorder {
        HistoryRecorder(settings: .init(commitInterval: interval, extent: extent, retention: retention))
    }

    /// Returns a recorder that has done the first sealing, as after startup.
    private func started(interval: Duration = .seconds(10), retention: Retention = .unlimited) throws -> HistoryRecorder
    {
        var recorder = recorder(interval: interval, retention: retention)
        recorder.record(try Sample.point(0), at: clock.now.uptime)
        _ = recorder.recordCompletion(of: .seal(before: Sample.time(-3600)), at: clock.now.uptime)
        return recorder
    }

    private func seconds(_ action: RecordingAction?) -> [Int]? {
        if case .commitPoints(let points) = action { points.seconds } else { nil }
    }

    @Test("a point is committed after the interval, with all later points")
    func interval() throws {
        var recorder = try started()
        for second in 1...9 {
            let moment = clock.advance(by: .seconds(1))
            recorder.record(try Sample.point(Double(second)), at: moment.uptime)
            #expect(recorder.nextAction(at: moment) == nil)
        }
        #expect(recorder.deadline == clock.now.uptime + .seconds(1))
        let action = recorder.nextAction(at: clock.advance(by: .seconds(1)))
        #expect(seconds(action) == Array(0...9))
        #expect(recorder.recordCompletion(of: try #require(action), at: clock.now.uptime) == nil)
        #expect(recorder.nextAction(at: clock.now) == nil)
        #expect(recorder.deadline == nil)
    }

    @Test("a fix that only confirms a stay waits for ten intervals, or for the commit of another one")
    func stays() throws {
        var recorder = recorder(interval: .seconds(30), extent: .thinned)
        func record(_ second: Double, _ motion: Motion) throws {
            recorder.record(try Sample.point(second, latitude: -37, motion: motion), at: clock.now.uptime)
        }
        try record(0, .stationary)
        let first = try #require(recorder.nextAction(at: clock.advance(by: .seconds(30))))
        #expect(seconds(first) == [0])
        _ = recorder.recordCompletion(of: first, at: clock.now.uptime)
        _ = recorder.recordCompletion(of: .seal(before: Sample.time(-3600)), at: clock.now.uptime)
        for minute in 1...4 {
            _ = clock.advance(by: .seconds(60))
            try record(Double(minute) * 60, .stationary)
            #expect(recorder.nextAction(at: clock.now) == nil)
        }
        let due = clock.now.uptime + .seconds(120)
        #expect(recorder.deadline == due)
        try record(250, .moving)
        #expect(recorder.deadline == clock.now.uptime + .seconds(30))
        #expect(seconds(recorder.nextAction(at: clock.advance(by: .seconds(30)))) == [60, 120, 180, 240, 250])
    }

    @Test("a requested commit is due at once, at most once a second, and only with something to write")
    func requested() throws {
        var recorder = try started(interval: .seconds(3600))
        recorder.requestCommit(at: clock.now.uptime)
        let action = try #require(recorder.nextAction(at: clock.now))
        #expect(seconds(action) == [0])
        _ = recorder.recordCompletion(of: action, at: clock.now.uptime)
        recorder.record(try Sample.point(1), at: clock.now.uptime)
        recorder.requestCommit(at: clock.advance(by: .milliseconds(999)).uptime)
        #expect(recorder.nextAction(at: clock.now) == nil)
        recorder.requestCommit(at: clock.advance(by: .milliseconds(1)).uptime)
        let second = try #require(recorder.nextAction(at: clock.now))
        #expect(seconds(second) == [1])
        _ = recorder.recordCompletion(of: second, at: clock.now.uptime)
        recorder.requestCommit(at: clock.advance(by: .seconds(1)).uptime)
        recorder.record(try Sample.point(2), at: clock.now.uptime)
        #expect(recorder.nextAction(at: clock.now) == nil)
    }

    @Test("a requested commit has the newest point of a stay, at most once in ten seconds")
    func requestedStay() throws {
        var recorder = recorder(extent: .thinned)
        var commits: [[Int]] = []
        for second in 0...95 {
            recorder.record(try Sample.point(Double(second), latitude: 1, motion: .stationary), at: clock.now.uptime)
            if second >= 70 { recorder.requestCommit(at: clock.now.uptime) }
            if let action = recorder.nextAction(at: clock.now) {
                if let points = seconds(action) { commits.append(points) }
                _ = recorder.recordCompletion(of: action, at: clock.now.uptime)
            }
            clock.advance(by: .seconds(1))
        }
        #expect(commits == [[0], [60, 70], [80], [90]])
    }

    @Test("with an interval of 0 each point is committed at once")
    func atOnce() throws {
        let recorder = try started(interval: .zero)
        #expect(seconds(recorder.nextAction(at: clock.now)) == [0])
    }

    @Test("a flood of points is written without delay")
    func flood() throws {
        var recorder = try started()
        for point in try Sample.points(1..<HistoryRecorder.batchSize) { recorder.record(point, at: clock.now.uptime) }
        #expect(seconds(recorder.nextAction(at: clock.now))?.count == HistoryRecorder.batchSize)
    }

    @Test(
        "a stay is thinned, unless everything is recorded",
        arguments: [(RecordingSettings.Extent.thinned, 1), (.all, 50)])
    func extent(extent: RecordingSettings.Extent, count: Int) throws {
        var recorder = recorder(extent: extent)
        let stay = try (0..<50).map { try Sample.point(Double($0), latitude: 1, motion: .stationary) }
        for point in stay { recorder.record(point, at: clock.now.uptime) }
        #expect(seconds(recorder.nextAction(at: clock.advance(by: .seconds(10))))?.count == count)
    }

    @Test("finishing makes all pending points due, also the last one of a stay, and seals nothing")
    func ends() throws {
        var recorder = recorder(interval: .seconds(100_000), extent: .thinned)
        for second in 0..<30 {
            recorder.record(try Sample.point(Double(second), latitude: 1, motion: .stationary), at: clock.now.uptime)
        }
        recorder.finish()
        let action = try #require(recorder.nextAction(at: clock.now))
        #expect(seconds(action) == [0, 29])
        _ = recorder.recordCompletion(of: action, at: clock.now.uptime)
        #expect(recorder.nextAction(at: clock.advance(by: .seconds(100_000))) == nil)
    }

    @Test("the first commit detects a full disk, and nothing is sealed")
    func fullAtStart() throws {
        var recorder = recorder()
        recorder.record(try Sample.point(0), at: clock.now.uptime)
        #expect(recorder.nextAction(at: clock.now) == nil)
        let action = try #require(recorder.nextAction(at: clock.advance(by: .seconds(10))))
        #expect(seconds(action) == [0])
        _ = recorder.recordFailure(of: action, reason: "disk is full", at: clock.now.uptime)
        #expect(recorder.nextAction(at: clock.now) == nil)
    }

    @Test("full hours are sealed at startup, and a minute after each hour")
    func seals() throws {
        var recorder = recorder(interval: .seconds(1_000_000))
        var sealed: [Int] = []
        for second in stride(from: 1800, to: 11_000, by: 10) {
            recorder.record(try Sample.point(Double(second)), at: clock.now.uptime)
            while let action = recorder.nextAction(at: clock.now) {
                if case .seal(let moment) = action { sealed += [second, Int((moment - Sample.start).inSeconds)] }
                _ = recorder.recordCompletion(of: action, at: clock.now.uptime)
            }
            clock.advance(by: .seconds(10))
        }
        #expect(sealed == [1810, 0, 3660, 3600, 7260, 7200, 10_860, 10_800])
    }

    @Test("a stay's points of an hour are committed before it is sealed", arguments: [30, 300])
    func sealsOnce(interval: Int) throws {
        var recorder = recorder(interval: .seconds(interval), extent: .thinned)
        var sealed = Timestamp(milliseconds: 0)
        var (seals, late) = (0, 0)
        for second in stride(from: 1800, to: 11_000, by: 7) {
            let point = try Sample.point(Double(second), latitude: 1, motion: .stationary)
            recorder.record(point, at: clock.now.uptime)
            while let action = recorder.nextAction(at: clock.now) {
                if case .commitPoints(let points) = action { late += points.count { $0.timestamp < sealed } }
                if case .seal(let moment) = action { (sealed, seals) = (moment, seals + 1) }
                _ = recorder.recordCompletion(of: action, at: clock.now.uptime)
            }
            clock.advance(by: .seconds(7))
        }
        #expect(seals == 4 && late == 0)
    }

    @Test("a time that jumps back and forth does not seal with every point")
    func jumping() throws {
        var recorder = recorder(interval: .seconds(1_000_000))
        var count = 0
        for second in 0..<1200 {
            recorder.record(try Sample.point(second.isMultiple(of: 2) ? 0 : 1e5), at: clock.now.uptime)
            while let action = recorder.nextAction(at: clock.now) {
                if case .seal = action { count += 1 }
                _ = recorder.recordCompletion(of: action, at: clock.now.uptime)
            }
            clock.advance(by: .seconds(1))
        }
        #expect(count == 2)
    }

    @Test("retention runs once a day, by the slower clock")
    func retains() throws {
        let policy = Retention(maxAge: .seconds(1000))
        var recorder = try started(interval: .seconds(1_000_000), retention: policy)
        #expect(recorder.nextAction(at: clock.now) == nil)
        let later = clock.advance(by: .seconds(61))
        #expect(recorder.nextAction(at: later) == .applyRetention(asOf: Sample.start))
        let early = Moment(uptime: later.uptime, wallClock: Timestamp(milliseconds: 5))
        #expect(recorder.nextAction(at: early) == .applyRetention(asOf: Timestamp(milliseconds: 5)))
        _ = recorder.recordCompletion(of: .applyRetention(asOf: Sample.start), isComplete: false, at: later.uptime)
        #expect(recorder.deadline == later.uptime + .seconds(1))
        _ = recorder.recordCompletion(of: .applyRetention(asOf: Sample.start), at: later.uptime)
        #expect(recorder.deadline == later.uptime + .seconds(86_400))
    }

    @Test("when recording changes to all fixes, the end of the current stay is kept")
    func adoptsExtent() throws {
        var recorder = recorder(interval: .zero, extent: .thinned)
        let stay = try (0..<10).map { try Sample.point(Double($0), latitude: 1, motion: .stationary) }
        for point in stay[..<8] { recorder.record(point, at: clock.now.uptime) }
        recorder.reconfigure(RecordingSettings(commitInterval: .zero, extent: .all), at: clock.now.uptime)
        for point in stay[8...] { recorder.record(point, at: clock.now.uptime) }
        #expect(recorder.pendingPoints.points.seconds == [0, 7, 8, 9])
    }

    @Test("a new retention policy is applied soon, even after the daily run")
    func adoptsRetention() throws {
        var recorder = try started(retention: Retention(maxAge: .seconds(99_999)))
        _ = recorder.recordCompletion(of: .applyRetention(asOf: clock.now.wallClock), at: clock.now.uptime)
        recorder.reconfigure(
            RecordingSettings(retention: Retention(maxAge: .seconds(86_400), thinning: [])), at: clock.now.uptime)
        let due = clock.advance(by: HistoryRecorder.firstRetentionDelay)
        recorder.record(try Sample.point(1), at: due.uptime)
        #expect(recorder.retentionDue == due.uptime)
    }

    @Test("late runs are trimmed once an hour, from a minute after the first point, and only if something reads them")
    func trims() throws {
        var recorder = HistoryRecorder(settings: .init(extent: .all), trimsLateRuns: true)
        #expect(recorder.deadline == nil)
        recorder.record(try Sample.point(0), at: clock.now.uptime)
        var trims: [Duration] = []
        let start = clock.now.uptime
        while let due = recorder.deadline, due < start + .seconds(10_000) {
            clock.advance(by: max(.zero, due - clock.now.uptime))
            let action = try #require(recorder.nextAction(at: clock.now))
            if action == .trimLateRuns { trims.append(clock.now.uptime - start) }
            _ = recorder.recordCompletion(of: action, at: clock.now.uptime)
        }
        #expect(trims == [.seconds(60), .seconds(3660), .seconds(7260)])
        recorder.finish()
        #expect(recorder.deadline == nil)
        #expect(try started().trimDue == nil)
    }

    @Test("a failed trimming is reported once and retried")
    func trimFails() throws {
        var recorder = HistoryRecorder(settings: .init(extent: .all), trimsLateRuns: true)
        recorder.record(try Sample.point(0), at: clock.now.uptime)
        for action in [RecordingAction.commitPoints([]), .seal(before: Sample.time(-3600))] {
            _ = recorder.recordCompletion(of: action, at: clock.now.uptime)
        }
        clock.advance(by: .seconds(60))
        for expected in [RecorderEvent.interrupted(.trimLateRuns, reason: "no"), nil] {
            #expect(recorder.nextAction(at: clock.now) == .trimLateRuns)
            #expect(recorder.recordFailure(of: .trimLateRuns, reason: "no", at: clock.now.uptime) == expected)
            clock.advance(by: .seconds(600))
        }
        let event = recorder.recordCompletion(of: .trimLateRuns, at: clock.now.uptime)
        #expect(event?.description == "history: trimming the list of late fixes works again")
    }
}
