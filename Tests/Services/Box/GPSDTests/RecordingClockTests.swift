import Basics
import Location
import Testing

@testable import GPSD

struct RecordingClockTests {
    private static let day: Int64 = 86_400_000
    private static let period = 1024 * 7 * day

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

    private func wallClocks(_ milliseconds: [Int64]) -> [Int64] {
        var clock = RecordingClock()
        return milliseconds.map { time in
            var fix = Fix(device: "/dev/a")
            fix.timestamp = Timestamp(milliseconds: 100_000 * Self.day + time)
            clock.advance(to: fix)
            return clock.now.wallClock.milliseconds - 100_000 * Self.day
        }
    }

    @Test(
        "confirms a step before it follows it",
        arguments: [
            ("one fix a day ahead", [0, 1000, day + 2000, 3000], [0, 1000, 2000, 3000]),
            ("three fixes after two hours", [0, 7_200_000, 7_201_000, 7_202_000], [0, 1000, 2000, 7_202_000]),
            ("two hours and back", [0, 7_200_000, 7_201_000, 3000], [0, 1000, 2000, 3000]),
            ("inconsistent fixes", [0, day, 2 * day, 3 * day, 4 * day], [0, 1000, 2000, 3000, 4000]),
            (
                "an hour back for some fixes", [0, -3_600_000, -3_599_000, -3_598_000, 4000],
                [0, 1000, 2000, 3000, 4000]
            ),
            ("ten minutes without fixes", [0, 600_000], [0, 600_000]),
        ])
    func confirms(name: String, milliseconds: [Int64], expected: [Int64]) {
        #expect(wallClocks(milliseconds) == expected, "\(name)")
    }

    @Test("mends a week rollover in either direction")
    func rollover() {
        #expect(wallClocks([0, 1000, 2000 - Self.period, 3000 - Self.period, 4000]) == [0, 1000, 2000, 3000, 4000])
        #expect(wallClocks([0, 1000 + Self.period, 2000]) == [0, 1000, 2000])
        let late = [1000, 2000, 3000, 4000].map { $0 + Self.period }
        #expect(wallClocks([0] + late) == [0, 1000, 2000, 3000 + Self.period, 4000 + Self.period])
    }

    @Test("a recording that goes back for good is followed after ten fixes")
    func backForGood() {
        let back = (1...12).map { Int64($0) * 1000 - Self.day }
        #expect(wallClocks([0] + back).suffix(3) == [back[9], back[10], back[11]])
    }
}
