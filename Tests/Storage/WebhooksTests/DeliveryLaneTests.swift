import Basics
import Configuration
import Location
import Testing

@testable import Webhooks

struct DeliveryLaneTests {
    private var lane: DeliveryLane

    init() throws { lane = DeliveryLane(try .sample("a")) }

    private func names(_ numbers: UInt64...) -> [QueueName] { numbers.map { QueueName(number: $0, webhook: "a") } }

    @Test("one is sent at a time, in order")
    func order() {
        var lane = lane
        #expect(lane.due(at: .zero) == nil && lane.nextAttempt == nil)
        lane.update(names(1, 2))
        #expect(lane.due(at: .zero) == names(1)[0])
        lane.startFirst()
        #expect(lane.due(at: .seconds(100)) == nil && lane.nextAttempt == nil)
        #expect(lane.completeFirst() == nil)
        #expect(lane.due(at: .zero) == names(2)[0])
    }

    @Test("failures cause delays from 5 s to 15 minutes, and a response ends them")
    func pauses() {
        var lane = lane
        lane.update(names(1))
        lane.startFirst()
        #expect(lane.recordFailure("refused", at: .seconds(10), retryAfter: nil, jitter: 1) == "refused")
        #expect(lane.due(at: .seconds(14)) == nil && lane.nextAttempt == .seconds(15))
        #expect(lane.due(at: .seconds(15)) == names(1)[0])
        lane.startFirst()
        #expect(lane.recordFailure("refused", at: .seconds(20), retryAfter: nil, jitter: 0) == nil)
        #expect(lane.nextAttempt == .seconds(25))
        lane.startFirst()
        #expect(lane.recordFailure("500", at: .seconds(30), retryAfter: .seconds(60), jitter: 1) == "500")
        #expect(lane.nextAttempt == .seconds(90) && lane.failures == 3)
        for _ in 0..<9 { _ = lane.recordFailure("refused", at: .seconds(90), retryAfter: nil, jitter: 1) }
        #expect(lane.nextAttempt == .seconds(990))
        lane.startFirst()
        #expect(lane.completeFirst() == 12 && lane.failures == 0 && lane.waiting.isEmpty)
        lane.update(names(2))
        #expect(lane.due(at: .zero) != nil)
    }

    @Test("the delays are those of the webhook")
    func ownDelays() throws {
        var webhook = try WebhookSettings.sample("a")
        (webhook.retryMin, webhook.retryMax) = (.seconds(1), .seconds(3))
        var lane = DeliveryLane(webhook)
        lane.update(names(1))
        let delays = (1...4).map { _ in
            _ = lane.recordFailure("refused", at: .zero, retryAfter: nil, jitter: 1)
            return lane.notBefore
        }
        #expect(delays == [1, 2, 3, 3].map { .seconds($0) })
    }

    @Test("the entry being sent stays the first, even without its file")
    func current() {
        var lane = lane
        lane.update(names(1, 2))
        lane.startFirst()
        lane.update(names(2, 3))
        #expect(lane.waiting == names(1, 2, 3))
        _ = lane.completeFirst()
        #expect(lane.waiting == names(2, 3))
        lane.update(names(3, 4))
        #expect(lane.waiting == names(3, 4))
        lane.dropFirst()
        lane.dropFirst()
        lane.dropFirst()
        #expect(lane.waiting.isEmpty)
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
        var lane = lane
        let moment = Moment(uptime: .seconds(100) + failing, wallClock: Self.now)
        #expect(!lane.isExpired(queued: Self.now + queued, at: moment))
        _ = lane.recordFailure("refused", at: .seconds(100), retryAfter: nil, jitter: 1)
        #expect(lane.isExpired(queued: Self.now + queued, at: moment) == isOver)
    }
}
