import Basics
import Location
import Testing

@testable import Tracking

struct MotionClockTests {
    private func times(_ fixes: [(timestamp: Int64?, uptime: Int64)]) -> [Int64] {
        var clock = MotionClock()
        return fixes.map { entry in
            var fix = Fix(device: "/dev/a", mode: .threeDimensional)
            fix.timestamp = entry.timestamp.map { Timestamp(milliseconds: 1_000_000_000 + $0) }
            return clock.time(of: fix, at: .milliseconds(entry.uptime)).milliseconds
        }
    }

    @Test("fixes that arrive at once retain their intervals")
    func batch() {
        #expect(times([(0, 50), (100, 50), (200, 50), (300, 50)]) == [0, 100, 200, 300])
    }

    @Test("uses uptime for a receiver without a plausible time")
    func fallback() {
        #expect(times([(nil, 0), (nil, 1000), (5000, 2000), (6000, 3000)]) == [0, 1000, 2000, 3000])
        #expect(times([(0, 0), (3_600_000, 1000), (3_601_000, 2000), (0, 3000)]) == [0, 1000, 2000, 3000])
    }

    @Test("uses uptime for a receiver whose clock stands still")
    func standing() {
        #expect(times([(0, 0), (0, 1000), (0, 2000), (0, 2010)]) == [0, 1000, 2000, 2000])
    }

    @Test("a pause of the receiver counts as time")
    func pause() {
        #expect(times([(0, 0), (60_000, 60_010)]) == [0, 60_000])
    }
}
