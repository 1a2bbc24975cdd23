import Basics
import History
import Location
import Synchronization
import TestSupport
import Testing

@testable import API

@Suite struct DelayedPointsTests {
    @Test("the past is looked up once in two seconds for each delay, and never beyond the requested time")
    func once() {
        let asked = Mutex<[Timestamp]>([])
        let past = DelayedPoints { moment, _ in
            asked.withLock { $0.append(moment) }
            return nil
        }
        let now = ManualClock().now
        let start = now.wallClock
        for step in 0..<4 { _ = past.point(upTo: start + .milliseconds(500 * step), delay: .seconds(60), at: now) }
        #expect(asked.withLock { $0 } == [start])
        _ = past.point(upTo: start, delay: .seconds(90), at: now)
        _ = past.point(upTo: start + .seconds(2), delay: .seconds(60), at: now)
        _ = past.point(upTo: start + .seconds(-1), delay: .seconds(60), at: now)
        #expect(asked.withLock { $0 } == [start, start, start + .seconds(2), start + .seconds(-1)])
    }

    @Test("the writer is asked for a point that can be missing in the file, without waiting, once in ten seconds")
    func asks() throws {
        let (directory, clock) = (try ScratchDirectory(), ManualClock())
        let waits = Mutex<[Duration]>([])
        let history = try SQLiteHistory(path: directory.file("history.db"), access: .readWrite)
        let flush = HistoryFlush(delay: .seconds(360)) { wait in waits.withLock { $0.append(wait) } }
        func record(before: Int) throws {
            var fix = Fix(device: "/dev/ttyUSB0", mode: .threeDimensional)
            fix.timestamp = clock.now.wallClock + .seconds(-before)
            fix.coordinate = Coordinate(latitude: -38, longitude: 144.96)
            _ = try history.append([try #require(TrackPoint(fix, motion: .moving))])
        }
        /// Returns the number of requests after that of a visitor.
        func requests(delay: Duration) -> Int {
            let past = DelayedPoints(historyFile: directory.file("history.db"), flush: flush)
            _ = past.point(upTo: clock.now.wallClock + (.zero - delay), delay: delay, at: clock.now)
            return waits.withLock(\.count)
        }
        try record(before: 500)
        #expect(requests(delay: .seconds(361)) == 0, "all of that time is written")
        #expect(requests(delay: .seconds(60)) == 1)
        #expect(requests(delay: .seconds(60)) == 1)
        clock.advance(by: .seconds(10))
        #expect(requests(delay: .seconds(60)) == 2)
        clock.advance(by: .seconds(10))
        try record(before: 30)
        #expect(requests(delay: .seconds(60)) == 2, "a gap before a written point")
        clock.advance(by: .seconds(40))
        #expect(requests(delay: .seconds(60)) == 2)
        #expect(waits.withLock { $0 } == [.zero, .zero])
    }
}
