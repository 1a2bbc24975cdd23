import Basics
import Linux
import Location
import Synchronization
import TestSupport
import Testing

@testable import History

/// What the writer calls on its thread.
struct RecorderCallbackTests {
    private let directory: ScratchDirectory
    private let path: String
    private let log: EventLog
    private let clock = ManualClock(Moment(uptime: .zero, wallClock: Sample.start))

    init() throws {
        directory = try ScratchDirectory()
        path = directory.file("history.db")
        log = try EventLog()
    }

    @Test("each commit of new points is announced after it, and no other")
    func announces() throws {
        let (path, clock, log) = (path, clock, log)
        let announced = NumberLog()
        let callbacks = RecorderCallbacks(
            onCommit: { announced.append((try? SQLiteHistory(path: path, access: .readOnly).points().count) ?? -1) },
            report: { log.append($0) })
        let writer = try HistoryWriter(
            settings: RecordingSettings(commitInterval: .seconds(3600), extent: .all), callbacks: callbacks,
            clock: { clock.now }, open: { try SQLiteHistory(path: path, access: .readWrite) })
        for second in [1, 2, 1, 2, 3] as [Double] {
            if second == 3 { writer.record(try Sample.point(2.5)) }
            writer.record(try Sample.point(second))
            writer.record(Sample.event(.enter, "Home", at: second))
            writer.flush(.pointsAndEvents, timeout: .seconds(30))
            clock.advance(by: .seconds(1))
        }
        writer.close()
        #expect(announced.all == [1, 2, 4])
        #expect(log.all == [])
    }

    @Test("late runs are trimmed up to what all readers have read", arguments: [(nil, 2), (1, 1), (2, 0)])
    func trims(read: Int64?, left: Int) throws {
        let history = try SQLiteHistory(path: path, access: .readWrite)
        for second in [100, 10, 20] { _ = try history.append(try Sample.points([second])) }
        let (path, clock, log, identity) = (path, clock, log, try history.identity())
        let callbacks = RecorderCallbacks(
            readLateRuns: { $0 == identity ? read : .max }, report: { log.append($0) })
        let writer = try HistoryWriter(
            settings: RecordingSettings(commitInterval: .zero, extent: .all), callbacks: callbacks,
            clock: { clock.now }, open: { try SQLiteHistory(path: path, access: .readWrite) })
        writer.record(try Sample.point(200))
        writer.flush(.pointsAndEvents, timeout: .seconds(30))
        clock.advance(by: .seconds(60))
        writer.record(try Sample.point(201))
        let deadline = SystemClock.uptime + .seconds(30)
        while try history.lateRuns(after: 0, limit: 9).count > left, SystemClock.uptime < deadline {
            _ = Poll.wait([], timeout: .milliseconds(5))
        }
        writer.close()
        #expect(try history.lateRuns(after: 0, limit: 9).count == left)
        #expect(log.all == [])
    }
}

/// Collects numbers from another thread.
private final class NumberLog: Sendable {
    private let numbers = Mutex<[Int]>([])

    var all: [Int] { numbers.withLock { $0 } }

    func append(_ number: Int) { numbers.withLock { $0.append(number) } }
}
