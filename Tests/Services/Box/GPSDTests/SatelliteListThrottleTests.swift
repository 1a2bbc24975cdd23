import Basics
import Location
import Testing

@testable import GPSD

@Suite struct SatelliteListThrottleTests {
    @Test("every list is read at the receivers' pace, and eight a second of a flood")
    func pace() {
        var throttle = SatelliteListThrottle()
        for second in 0..<20 {
            for receiver in 0..<3 {
                let isRead = throttle.consume(at: .seconds(second) + .milliseconds(receiver))
                #expect(isRead)
            }
        }
        var read = 0
        for step in 0..<100_000 where throttle.consume(at: .seconds(60) + .microseconds(100 * step)) { read += 1 }
        #expect((80...90).contains(read))
    }

    @Test("a clock that goes back does not add allowance")
    func back() {
        var throttle = SatelliteListThrottle()
        for _ in 0..<8 { _ = throttle.consume(at: .seconds(10)) }
        let isRead = throttle.consume(at: .seconds(5))
        #expect(!isRead)
    }

    @Test("a list that was not read leaves the previous one in effect, with new counts")
    func keepsList() {
        let satellite = Satellite(constellation: .gps, number: 5, isUsed: true)
        var epoch = SkyEpoch()
        let first = Timestamp(milliseconds: 1000)
        _ = epoch.add(
            SKY(time: first, satellites: Satellites(used: 1, visible: 1, inView: [satellite])), at: .zero,
            within: .seconds(1))
        _ = epoch.add(
            SKY(time: first + .seconds(1), satellites: Satellites(used: 2, visible: 9), isListRead: false),
            at: .seconds(1), within: .seconds(1))
        let flushed = epoch.dequeue()
        #expect(flushed?.visible == 9)
        #expect(flushed?.inView == [satellite])
    }
}
