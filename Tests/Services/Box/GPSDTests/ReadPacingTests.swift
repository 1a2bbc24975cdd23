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

    /// Returns how late each position is read of epochs a second apart, whose sky comes some time after it, or before.
    private func delays(skyAfter delay: Duration, position: Int, epochs: Int) -> [Duration] {
        var pacing = ReadPacing()
        var (unread, due, delays): (Int, Duration?, [Duration]) = (0, nil, [])
        func read(at uptime: Duration) {
            pacing.receive(unread)
            if let due {
                delays.append(uptime - due)
                pacing.completeEpoch(at: uptime)
            }
            (unread, due) = (0, nil)
        }
        let pieces = (10..<10 + epochs).flatMap { second -> [(at: Duration, bytes: Int, isPosition: Bool)] in
            [(.seconds(second), position, true), (.seconds(second) + delay, 1800 + second % 7, false)]
        }
        for piece in pieces.sorted(by: { $0.at < $1.at }) {
            if let deadline = pacing.deadline, deadline <= piece.at {
                pacing.expire(at: deadline)
                if unread > 0 { read(at: deadline) }
            }
            unread += piece.bytes
            if piece.isPosition { due = piece.at }
            if unread >= pacing.threshold { read(at: piece.at) }
        }
        return delays
    }

    @Test(
        "a small position is read in time whether a large sky comes before or after it",
        arguments: [-300, -5, 200, 700], [200, 400, 600])
    func smallPosition(delay: Int, position: Int) {
        let delays = delays(skyAfter: .milliseconds(delay), position: position, epochs: 60)
        #expect(delays.count >= 59 && delays.allSatisfy { $0 < .milliseconds(25) }, "\(delays)")
    }

    @Test("after an epoch that was late, the next ones are not read later than they come")
    func drift() {
        var pacing = ReadPacing()
        let end = run(&pacing, alike(5)) + .milliseconds(1020)
        pacing.expire(at: end)
        pacing.receive(1550)
        pacing.completeEpoch(at: end)
        #expect(pacing.threshold == 1 && pacing.deadline == nil)
    }

    @Test("a fast receiver wakes the reader with each byte")
    func fast() {
        var pacing = ReadPacing()
        _ = run(&pacing, alike(9, .milliseconds(100)))
        #expect(pacing.threshold == 1)
    }
}
