import Basics
import Location
import Testing

@testable import Webhooks

struct RetryPolicyTests {
    @Test("delays double up to a quarter of an hour, less up to half by jitter")
    func pauses() {
        let full = [1, 2, 3, 8, 9, 1000].map { RetryPolicy.delay(after: $0, retryAfter: nil, jitter: 1) }
        #expect(full == [5, 10, 20, 640, 900, 900].map { .seconds($0) })
        #expect(RetryPolicy.delay(after: 1, retryAfter: nil, jitter: 0) == .milliseconds(2500))
        #expect(RetryPolicy.delay(after: 0, retryAfter: nil, jitter: 1) == .seconds(5))
    }

    @Test(
        "Retry-After can only lengthen a delay, up to a day",
        arguments: [(0, 5), (1, 5), (60, 60), (86_400, 86_400), (Int64.max, 86_400), (-1, 5)] as [(Int64, Int64)])
    func asked(seconds: Int64, pause: Int64) {
        #expect(RetryPolicy.delay(after: 1, retryAfter: seconds, jitter: 1) == .seconds(pause))
    }

    private static let now = Timestamp(milliseconds: 1_800_000_000_000)
    private static let day = Duration.seconds(86_400)

    @Test(
        "an entry expires after three days, once the receiver has failed for an hour",
        arguments: [
            (day * -3.1, .seconds(3600), true), (day * -3.1, .seconds(3599), false), (day * -2.9, day * 30, false),
            // With a wrong clock only the observed failures count.
            (Duration.seconds(-1_800_000_000), day, false), (.seconds(-1_800_000_000), day * 3.1, true),
            (day, day, false), (day, day * 3.1, true),
        ] as [(Duration, Duration, Bool)])
    func over(queued: Duration, failing: Duration, isOver: Bool) {
        #expect(RetryPolicy.isExpired(queued: Self.now + queued, now: Self.now, failing: failing) == isOver)
    }

    @Test(
        "statuses are classified",
        arguments: [
            (200, .accepted), (204, .accepted), (299, .accepted), (302, .retry), (400, .rejected), (404, .rejected),
            (410, .rejected), (407, .retry), (408, .retry), (425, .retry), (429, .retry), (499, .rejected),
            (500, .retry),
            (503, .retry), (999, .retry), (0, .retry),
        ] as [(Int, DeliveryResult)])
    func verdicts(status: Int, verdict: DeliveryResult) {
        #expect(DeliveryResult(status: status) == verdict)
    }
}
