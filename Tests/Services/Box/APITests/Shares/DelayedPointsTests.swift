import Basics
import Location
import Synchronization
import TestSupport
import Testing

@testable import API

@Suite struct DelayedPointsTests {
    @Test("the past is looked up once in two seconds for each delay, and never beyond the requested time")
    func once() {
        let asked = Mutex<[Timestamp]>([])
        let past = DelayedPoints { moment in
            asked.withLock { $0.append(moment) }
            return nil
        }
        let start = ManualClock().now.wallClock
        for step in 0..<4 { _ = past.point(upTo: start + .milliseconds(500 * step), delay: .seconds(60)) }
        #expect(asked.withLock { $0 } == [start])
        _ = past.point(upTo: start, delay: .seconds(90))
        _ = past.point(upTo: start + .seconds(2), delay: .seconds(60))
        _ = past.point(upTo: start + .seconds(-1), delay: .seconds(60))
        #expect(asked.withLock { $0 } == [start, start, start + .seconds(2), start + .seconds(-1)])
    }
}
