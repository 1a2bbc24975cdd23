import Basics
import Location
import Testing

@testable import GPSD

struct RecordingClockTests {
    private func uptimes(_ milliseconds: [Int64?]) -> [Double] {
        var clock = RecordingClock()
        return milliseconds.map { time in
            var fix = Fix(device: "/dev/a")
            fix.timestamp = time.map { Timestamp(milliseconds: 1_000_000 + $0) }
            clock.advance(to: fix)
            return clock.now.uptime.inSeconds
        }
    }

    @Test(
        "follows the times of the fixes",
        arguments: [
            ("one receiver", [0, 1000, 3000], [0.0, 1, 3]),
            ("two receivers, one a little behind", [0, -100, 1000, 900, 2000], [0, 0, 1, 1, 2]),
            ("a clock set back by an hour", [0, 1000, -3_600_000, -3_599_000], [0, 1, 2, 3]),
            ("no times", [nil, nil, nil], [1, 2, 3]),
        ])
    func follows(name: String, milliseconds: [Int64?], expected: [Double]) {
        #expect(uptimes(milliseconds) == expected, "\(name)")
    }
}
