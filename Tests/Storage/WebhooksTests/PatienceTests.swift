import Basics
import Location
import Testing

@testable import Webhooks

struct PatienceTests {
    @Test("pauses double up to a quarter of an hour, and are up to half less by chance")
    func pauses() {
        let full = [1, 2, 3, 8, 9, 1000].map { Patience.pause(after: $0, asked: nil, jitter: 1) }
        #expect(full == [5, 10, 20, 640, 900, 900].map { .seconds($0) })
        #expect(Patience.pause(after: 1, asked: nil, jitter: 0) == .milliseconds(2500))
        #expect(Patience.pause(after: 0, asked: nil, jitter: 1) == .seconds(5))
    }

    @Test(
        "a receiver can ask for a longer pause and not for a shorter one, and not for more than a day",
        arguments: [(0, 5), (1, 5), (60, 60), (86_400, 86_400), (Int64.max, 86_400), (-1, 5)] as [(Int64, Int64)])
    func asked(seconds: Int64, pause: Int64) {
        #expect(Patience.pause(after: 1, asked: seconds, jitter: 1) == .seconds(pause))
    }

    private static let now = Timestamp(milliseconds: 1_800_000_000_000)
    private static let day = Duration.seconds(86_400)

    @Test(
        "what is older than three days is over once the receiver has failed for an hour",
        arguments: [
            (day * -3.1, .seconds(3600), true), (day * -3.1, .seconds(3599), false), (day * -2.9, day * 30, false),
            // By a clock that was wrong: only what has been seen counts.
            (Duration.seconds(-1_800_000_000), day, false), (.seconds(-1_800_000_000), day * 3.1, true),
            (day, day, false), (day, day * 3.1, true),
        ] as [(Duration, Duration, Bool)])
    func over(queued: Duration, failing: Duration, isOver: Bool) {
        #expect(Patience.isOver(queued: Self.now + queued, now: Self.now, failing: failing) == isOver)
    }

    @Test(
        "an answer means what it says",
        arguments: [
            (200, .taken), (204, .taken), (299, .taken), (302, .later), (400, .refused), (404, .refused),
            (410, .refused), (407, .later), (408, .later), (425, .later), (429, .later), (499, .refused), (500, .later),
            (503, .later), (999, .later), (0, .later),
        ] as [(Int, Verdict)])
    func verdicts(status: Int, verdict: Verdict) {
        #expect(Verdict(status: status) == verdict)
    }
}
