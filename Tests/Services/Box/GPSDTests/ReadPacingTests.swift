import Basics
import Testing

@testable import GPSD

struct ReadPacingTests {
    /// Completes epochs, one after each interval; returns the uptime of the last.
    private func run(_ pacing: inout ReadPacing, _ epochs: [(bytes: Int, interval: Duration)]) -> Duration {
        var uptime = Duration.seconds(100)
        for epoch in epochs {
            uptime += epoch.interval
            pacing.receive(epoch.bytes / 2)
            pacing.receive(epoch.bytes - epoch.bytes / 2)
            pacing.completeEpoch(at: uptime)
        }
        return uptime
    }

    private func alike(_ count: Int, _ interval: Duration = .seconds(1)) -> [(bytes: Int, interval: Duration)] {
        (0..<count).map { (1500 + 10 * $0, interval) }
    }

    @Test("any byte wakes the reader until five epochs were alike, then most of an epoch")
    func proven() {
        var pacing = ReadPacing()
        _ = run(&pacing, alike(4))
        #expect(pacing.threshold == 1 && pacing.deadline == nil)
        pacing = ReadPacing()
        let end = run(&pacing, alike(5))
        #expect(pacing.threshold == 1540 * 4 / 5)
        #expect(pacing.deadline == end + .milliseconds(1020))
    }

    @Test("an epoch that is late wakes the reader 20 ms after it was due, once")
    func late() {
        var pacing = ReadPacing()
        let end = run(&pacing, alike(5))
        pacing.expire(at: end + .milliseconds(1019))
        #expect(pacing.threshold > 1)
        pacing.expire(at: end + .milliseconds(1020))
        #expect(pacing.threshold == 1 && pacing.deadline == nil)
    }

    @Test("after an epoch of another length, or after another time, any byte wakes the reader")
    func changed() {
        for last in [(900, Duration.seconds(1)), (1540, .seconds(2))] {
            var pacing = ReadPacing()
            _ = run(&pacing, alike(5) + [last])
            #expect(pacing.threshold == 1 && pacing.deadline == nil)
        }
    }

    @Test("a fast receiver wakes the reader with each byte")
    func fast() {
        var pacing = ReadPacing()
        _ = run(&pacing, alike(9, .milliseconds(100)))
        #expect(pacing.threshold == 1)
    }
}
