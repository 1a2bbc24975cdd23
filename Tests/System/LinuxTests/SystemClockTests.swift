import Basics
import Testing

@testable import Linux

struct SystemClockTests {
    @Test(
        "a clock is synchronised unless the kernel says otherwise, or denies the call",
        arguments: [
            // Flags of sys/timex.h: 0x0001 PLL, 0x0040 unsynchronised, 0x2000 nanoseconds.
            (0, 0x2001, true), (1, 0x2000, true), (0, 0, true), (5, 0x2000, true), (5, 0x0040, false),
            (5, 0x2041, false), (-1, 0, false),
        ] as [(Int32, Int32, Bool)])
    func synchronised(result: Int32, status: Int32, expected: Bool) {
        #expect(SystemClock.isSynchronised(result: result, status: status) == expected)
    }

    @Test(
        "if the kernel denies the call, the signs of a set clock count",
        arguments: [
            // Two clocks may be read on both sides of a second.
            (0, false, false), (1, false, false), (37, false, true), (10, false, true), (0, true, true),
        ] as [(Int, Bool, Bool)])
    func signs(leapSeconds: Int, isMarkerPresent: Bool, expected: Bool) {
        #expect(SystemClock.hasBeenSet(leapSeconds: leapSeconds, isMarkerPresent: isMarkerPresent) == expected)
    }

    @Test("reading does not change the state or stop the clock")
    func reading() {
        let before = SystemClock.now()
        let results = Set((0..<3).map { _ in SystemClock.isSynchronised })
        let after = SystemClock.now()
        #expect(results.count == 1)
        let drift = (after.wallClock - before.wallClock).inSeconds - (after.uptime - before.uptime).inSeconds
        #expect(abs(drift) < 1)
    }
}
