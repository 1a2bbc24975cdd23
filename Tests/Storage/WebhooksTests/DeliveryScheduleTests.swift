import Basics
import Configuration
import Location
import Testing

@testable import Webhooks

struct DeliveryScheduleTests {
    private var schedule: DeliverySchedule

    init() throws { schedule = DeliverySchedule(try .sample("a")) }

    private func names(_ numbers: UInt64...) -> [QueueName] { numbers.map { QueueName(number: $0, webhook: "a") } }

    @Test("one is sent at a time, in order")
    func order() {
        var schedule = schedule
        #expect(schedule.due(at: .zero) == nil && schedule.nextAttempt == nil)
        schedule.update(names(1, 2))
        #expect(schedule.due(at: .zero) == names(1)[0])
        schedule.startFirst()
        #expect(schedule.due(at: .seconds(100)) == nil && schedule.nextAttempt == nil)
        #expect(schedule.completeFirst() == nil)
        #expect(schedule.due(at: .zero) == names(2)[0])
    }

    @Test("failures cause delays from 5 s to 15 minutes, and a response ends them")
    func pauses() {
        var schedule = schedule
        schedule.update(names(1))
        schedule.startFirst()
        #expect(schedule.recordFailure("refused", at: .seconds(10), retryAfter: nil, jitter: 1) == "refused")
        #expect(schedule.due(at: .seconds(14)) == nil && schedule.nextAttempt == .seconds(15))
        #expect(schedule.due(at: .seconds(15)) == names(1)[0])
        schedule.startFirst()
        #expect(schedule.recordFailure("refused", at: .seconds(20), retryAfter: nil, jitter: 0) == nil)
        #expect(schedule.nextAttempt == .seconds(25))
        schedule.startFirst()
        #expect(schedule.recordFailure("500", at: .seconds(30), retryAfter: .seconds(60), jitter: 1) == "500")
        #expect(schedule.nextAttempt == .seconds(90) && schedule.failures == 3)
        for _ in 0..<9 { _ = schedule.recordFailure("refused", at: .seconds(90), retryAfter: nil, jitter: 1) }
        #expect(schedule.nextAttempt == .seconds(990))
        schedule.startFirst()
        #expect(schedule.completeFirst() == 12 && schedule.failures == 0 && schedule.waiting.isEmpty)
        schedule.update(names(2))
        #expect(schedule.due(at: .zero) != nil)
    }

    @Test("the delays are those of the webhook")
    func ownDelays() throws {
        var webhook = try WebhookSettings.sample("a")
        (webhook.retryMin, webhook.retryMax) = (.seconds(1), .seconds(3))
        var schedule = DeliverySchedule(webhook)
        schedule.update(names(1))
        let delays = (1...4).map { _ in
            _ = schedule.recordFailure("refused", at: .zero, retryAfter: nil, jitter: 1)
            return schedule.notBefore
        }
        #expect(delays == [1, 2, 3, 3].map { .seconds($0) })
    }

    @Test("the entry being sent stays the first, even without its file")
    func current() {
        var schedule = schedule
        schedule.update(names(1, 2))
        schedule.startFirst()
        schedule.update(names(2, 3))
        #expect(schedule.waiting == names(1, 2, 3))
        _ = schedule.completeFirst()
        #expect(schedule.waiting == names(2, 3))
        schedule.update(names(3, 4))
        #expect(schedule.waiting == names(3, 4))
        schedule.dropFirst()
        schedule.dropFirst()
        schedule.dropFirst()
        #expect(schedule.waiting.isEmpty)
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
        var schedule = schedule
        let moment = Moment(uptime: .seconds(100) + failing, wallClock: Self.now)
        #expect(!schedule.isExpired(queued: Self.now + queued, at: moment))
        _ = schedule.recordFailure("refused", at: .seconds(100), retryAfter: nil, jitter: 1)
        #expect(schedule.isExpired(queued: Self.now + queued, at: moment) == isOver)
    }
}
