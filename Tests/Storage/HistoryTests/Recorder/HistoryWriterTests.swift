import Basics
import Linux
import Location
import SQLite
import TestSupport
import Testing

@testable import History

struct HistoryWriterTests {
    private let directory: ScratchDirectory
    private let path: String
    private let log: EventLog
    /// Stays at uptime 0, so that every alarm fires at once and due actions are requested repeatedly.
    private let clock = ManualClock(Moment(uptime: .zero, wallClock: Sample.start))

    init() throws {
        directory = try ScratchDirectory()
        path = directory.file("history.db")
        log = try EventLog()
    }

    private func writer(interval: Duration = .zero, to path: String? = nil) throws -> HistoryWriter {
        let (path, clock, log) = (path ?? self.path, clock, log)
        return try HistoryWriter(
            settings: RecordingSettings(commitInterval: interval, extent: .all),
            callbacks: RecorderCallbacks { log.append($0) }, clock: { clock.now },
            open: { try SQLiteHistory(path: path, access: .readWrite) })
    }

    private func stored(in path: String? = nil) throws -> [Int] {
        try SQLiteHistory(path: path ?? self.path, access: .readOnly).points().seconds
    }

    /// Waits until the file has a number of points, at most half a minute.
    private func wait(for count: Int, in path: String? = nil) throws {
        let deadline = SystemClock.uptime + .seconds(30)
        while (try? stored(in: path))?.count ?? 0 < count, SystemClock.uptime < deadline {
            _ = Poll.wait([], timeout: .milliseconds(5))
        }
        try #require(try stored(in: path).count == count)
    }

    @Test("a new point is recorded once")
    func records() throws {
        let writer = try writer()
        for second in [1, 1, 2, 2, 3] as [Double] { writer.record(try Sample.point(second)) }
        try wait(for: 3)
        writer.record(try Sample.point(5))
        writer.close()
        #expect(try stored() == [1, 2, 3, 5])
        #expect(log.all == [])
    }

    @Test("it records with the system clock, too")
    func realClock() throws {
        let (path, log) = (path, log)
        let settings = RecordingSettings(commitInterval: .milliseconds(20))
        let callbacks = RecorderCallbacks { log.append($0) }
        let writer = try HistoryWriter(settings: settings, path: path, callbacks: callbacks)
        writer.record(try Sample.point(1))
        try wait(for: 1)
        writer.record(try Sample.point(2))
        try wait(for: 2)
        writer.close()
        #expect(log.all == [])
    }

    @Test("a new interval applies to pending points")
    func reconfigures() throws {
        let writer = try writer(interval: .seconds(3600))
        writer.record(try Sample.point(1))
        writer.reconfigure(RecordingSettings(commitInterval: .zero, extent: .all))
        try wait(for: 1)
        writer.close()
    }

    @Test("pending points are written at the end")
    func closes() throws {
        let writer = try writer(interval: .seconds(3600))
        for second in 0..<5 { writer.record(try Sample.point(Double(second))) }
        writer.close()
        #expect(try stored() == [0, 1, 2, 3, 4])
    }

    @Test("a place event is on the disk at once, however long points wait")
    func happens() throws {
        let writer = try writer(interval: .seconds(3600))
        writer.record(try Sample.point(1))
        let visits = Sample.visits([10, 20])
        for event in visits { writer.record(event) }
        let (path, deadline) = (path, SystemClock.uptime + .seconds(30))
        let events = { try SQLiteHistory(path: path, access: .readOnly).events() }
        while (try? events()) != visits, SystemClock.uptime < deadline {
            _ = Poll.wait([], timeout: .milliseconds(5))
        }
        #expect(try events() == visits)
        #expect(try stored() == [])
        writer.record(Sample.event(.leave, "Work", at: 30))
        writer.close()
        #expect(try stored() == [1])
        #expect(try events().count == 3)
        #expect(log.all == [])
    }

    @Test("a flush returns once events are on the disk, and also when the disk rejects them")
    func settles() throws {
        let writer = try writer(interval: .seconds(3600))
        for second in [10, 20, 30] as [Double] {
            writer.record(Sample.event(.enter, "Home", at: second))
            writer.flush(.events, timeout: .seconds(10))
            let events = try SQLiteHistory(path: path, access: .readOnly).events()
            #expect(events.last == Sample.event(.enter, "Home", at: second))
        }
        #expect(writer.outage == nil)
        writer.close()
        let refused = try self.writer(to: directory.file("nowhere") + "/history.db")
        let start = SystemClock.uptime
        refused.record(try Sample.point(1))
        refused.record(Sample.event(.leave, "Home", at: 40))
        refused.flush(.events, timeout: .seconds(60))
        #expect(SystemClock.uptime - start < .seconds(30))
        #expect(!log.all.isEmpty)
        #expect(refused.outage?.fixes == 1 && refused.outage?.events == 1)
        #expect(refused.outage?.reason.contains("nowhere/history.db") == true)
        refused.close()
    }

    @Test("a flush of points writes those that wait for their commit, at most once a second")
    func flushesPoints() throws {
        let writer = try writer(interval: .seconds(3600))
        for second in 1...3 { writer.record(try Sample.point(Double(second))) }
        writer.flush(.events, timeout: .seconds(30))
        #expect(try stored() == [])
        writer.flush(.pointsAndEvents, timeout: .seconds(30))
        #expect(try stored() == [1, 2, 3])
        writer.record(try Sample.point(4))
        writer.flush(.pointsAndEvents, timeout: .seconds(30))
        #expect(try stored() == [1, 2, 3])
        clock.advance(by: .seconds(1))
        writer.flush(.pointsAndEvents, timeout: .seconds(30))
        #expect(try stored() == [1, 2, 3, 4])
        writer.close()
        writer.flush(.pointsAndEvents, timeout: .seconds(3600))
        #expect(log.all == [])
    }

    @Test("when the file is moved away, later points go into a new one", arguments: [true, false])
    func moved(isDeleted: Bool) throws {
        let writer = try writer()
        writer.record(try Sample.point(1))
        try wait(for: 1)
        let away = isDeleted ? "rm '\(path)'*" : "mv '\(path)' '\(path).old'"
        #expect(try ChildProcess("/bin/sh", ["-c", away]).wait(atMost: .seconds(60)) == .exited(0))
        writer.record(try Sample.point(2))
        while log.all.isEmpty { _ = Poll.wait([], timeout: .milliseconds(1)) }
        clock.advance(by: .seconds(10))
        writer.record(try Sample.point(3))
        writer.close()
        #expect(try stored() == [2, 3])
        #expect(log.all.first == .interrupted(.commitPoints, reason: HistoryError.moved(path: path).description))
    }

    @Test("a missing directory is waited for, and reported once when it is missing and once when it appears")
    func absentDirectory() throws {
        let late = directory.file("later") + "/history.db"
        let writer = try writer(to: late)
        writer.record(try Sample.point(1))
        #expect(log.wait(for: 1))
        clock.advance(by: .seconds(10))
        writer.record(try Sample.point(2))
        try Directory.create(directory.file("later"), mode: 0o750)
        // The second attempt may have come before or after that.
        clock.advance(by: .seconds(600))
        #expect(log.wait(for: 2))
        writer.close()
        #expect(log.all.map(\.isProblem) == [true, false])
        #expect(try stored(in: late) == [1, 2])
    }

    @Test("beyond the maximum number of devices recording continues, and that is reported once")
    func deviceLimit() throws {
        let history = try SQLiteHistory(path: path, access: .readWrite)
        try history.connection.execute(
            """
            WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 16000)
            INSERT INTO device SELECT n, 'd' || n FROM number
            """)
        try history.connection.execute(
            """
            INSERT INTO recent(key, latitude, longitude, state)
            SELECT \(Sample.start.milliseconds) * 16384 + id, 0, 0, 1 FROM device
            """)
        let writer = try writer()
        for second in 1..<4 {
            writer.record(try Sample.point(Double(second), device: "new \(second)"))
            try wait(for: 16_000 + second)
        }
        writer.close()
        #expect(log.all == [.deviceLimitReached])
        #expect(try history.points(PointQuery(device: "other receivers")).count == 3)
    }

    @Test(
        "the file is open after the first attempt, and a failure was reported by then", arguments: [true, false])
    func opensAtOnce(isThere: Bool) throws {
        let (place, log, tried) = (directory.file("later"), log, try WakeSignal())
        if isThere { try Directory.create(place, mode: 0o750) }
        let file = place + "/history.db"
        let callbacks = RecorderCallbacks(onOpenAttempt: tried.signal) { log.append($0) }
        let writer = try HistoryWriter(settings: RecordingSettings(), path: file, callbacks: callbacks)
        try #require(Poll.wait([tried.interest], timeout: .seconds(30))[0])
        let isOpen = (try? SQLiteHistory(path: file, access: .readOnly)) != nil
        #expect(isOpen == isThere)
        #expect(log.all.map(\.isProblem) == (isThere ? [] : [true]))
        writer.close()
    }

    @Test("a file of another program is reported and stays unchanged")
    func foreign() throws {
        let text = Array(String(repeating: "my diary\n", count: 1000).utf8)
        try directory.write("history.db", text)
        let writer = try writer()
        writer.record(try Sample.point(1))
        #expect(log.wait(for: 1))
        writer.close()
        #expect(log.all.count <= 2 && log.all[0].isProblem)
        #expect(try directory.bytes("history.db") == text)
    }

    @Test("a hanging disk blocks no caller, and memory stays bounded")
    func hanging() throws {
        let (path, clock, log) = (path, clock, log)
        let (gate, count) = (try WakeSignal(), 100_000)
        let writer = try HistoryWriter(
            settings: RecordingSettings(commitInterval: .zero, extent: .all),
            callbacks: RecorderCallbacks { log.append($0) }, clock: { clock.now },
            open: {
                _ = Poll.wait([gate.interest], timeout: .seconds(120))
                return try SQLiteHistory(path: path, access: .readWrite)
            })
        for second in 0..<count { writer.record(try Sample.point(Double(second) / 10)) }
        for event in Sample.visits(0..<2 * PlaceEventBuffer.limit) { writer.record(event) }
        gate.signal()
        writer.close()
        #expect(log.all.last == .resumed(.commitEvents, written: PlaceEventBuffer.limit, lost: PlaceEventBuffer.limit))
        guard case .resumed(.commitPoints, _, let lost) = try #require(log.all.first) else {
            Issue.record("the loss is not reported")
            return
        }
        #expect(try stored().count + lost == count)
        #expect(try SQLiteHistory(path: path, access: .readOnly).events().count == PlaceEventBuffer.limit)
        #expect(lost > count / 2)
    }

    @Test(
        "a full disk is reported once, and pending points are written when there is room",
        .enabled(if: SmallDisk.isPossible, "only root can mount a small disk"))
    func fullDisk() throws {
        let disk = try SmallDisk(bytes: 4 << 20)
        let file = disk.file("history.db")
        let writer = try writer(to: file)
        writer.record(try Sample.point(0))
        try wait(for: 1, in: file)
        try disk.fill()
        var second = 0
        // The log beside the database has some space of its own.
        while log.all.isEmpty, second < 10_000 {
            second += 1
            writer.record(try Sample.point(Double(second)))
            _ = Poll.wait([], timeout: .milliseconds(1))
        }
        #expect(log.wait(for: 1))
        #expect(try #require(log.all.first).description.contains("no space left on the disk"))
        writer.record(Sample.event(.enter, at: 7))
        for _ in 0..<5 {
            clock.advance(by: .seconds(10))
            second += 1
            writer.record(try Sample.point(Double(second)))
        }
        try disk.clear()
        clock.advance(by: .seconds(10))
        while !log.all.contains(where: { $0.isResumed(.commitPoints) }) {
            try #require(log.wait(for: log.all.count + 1))
        }
        writer.close()
        #expect(log.all.filter { $0 == log.all[0] }.count == 1)
        #expect(try stored(in: file) == Array(0...second))
        #expect(try SQLiteHistory(path: file, access: .readOnly).events() == [Sample.event(.enter, at: 7)])
        #expect(try SQLiteHistory(path: file, access: .readOnly).verify().isGood)
    }
}

extension RecorderEvent {
    fileprivate func isResumed(_ kind: RecordingAction.Kind) -> Bool {
        if case .resumed(kind, _, _) = self { true } else { false }
    }
}
