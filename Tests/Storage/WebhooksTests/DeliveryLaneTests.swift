import Testing

@testable import Webhooks

struct DeliveryLaneTests {
    private func names(_ numbers: UInt64...) -> [QueueName] { numbers.map { QueueName(number: $0, webhook: "a") } }

    @Test("one is sent at a time, in order")
    func order() {
        var lane = DeliveryLane()
        #expect(lane.due(at: .zero) == nil && lane.nextAttempt == nil)
        lane.update(names(1, 2))
        #expect(lane.due(at: .zero) == names(1)[0])
        lane.startFirst()
        #expect(lane.due(at: .seconds(100)) == nil && lane.nextAttempt == nil)
        lane.completeFirst()
        #expect(lane.due(at: .zero) == names(2)[0])
    }

    @Test("failures cause growing delays, and a response resets them")
    func pauses() {
        var lane = DeliveryLane()
        lane.update(names(1))
        lane.startFirst()
        var logFlags = [lane.recordFailure("refused", at: .seconds(10), retryAfter: nil, jitter: 1)]
        #expect(lane.due(at: .seconds(14)) == nil && lane.nextAttempt == .seconds(15))
        #expect(lane.due(at: .seconds(15)) == names(1)[0])
        lane.startFirst()
        logFlags.append(lane.recordFailure("refused", at: .seconds(20), retryAfter: nil, jitter: 1))
        #expect(lane.nextAttempt == .seconds(30) && lane.failureDuration(at: .seconds(40)) == .seconds(30))
        lane.startFirst()
        logFlags.append(lane.recordFailure("answered 500", at: .seconds(30), retryAfter: 60, jitter: 1))
        #expect(lane.nextAttempt == .seconds(90) && lane.failures == 3)
        lane.startFirst()
        lane.completeFirst()
        #expect(lane.failures == 0 && lane.failureDuration(at: .seconds(90)) == .zero && lane.waiting.isEmpty)
        lane.update(names(2))
        #expect(lane.due(at: .zero) != nil)
        logFlags.append(lane.recordFailure("refused", at: .zero, retryAfter: nil, jitter: 1))
        #expect(logFlags == [true, false, true, true])
    }

    @Test("a lasting failure is logged once and then daily, also one of alternating reasons")
    func alternatingReasons() {
        var lane = DeliveryLane()
        lane.update(names(1))
        let hour = Duration.seconds(3600)
        func isLogged(_ reason: String, _ uptime: Duration) -> Bool {
            lane.startFirst()
            return lane.recordFailure(reason, at: uptime, retryAfter: nil, jitter: 1)
        }
        #expect(isLogged("refused", .zero) && isLogged("too slow", hour))
        #expect(!(2...24).contains { isLogged($0.isMultiple(of: 2) ? "refused" : "too slow", hour * $0) })
        #expect(isLogged("refused", hour * 25) && !isLogged("too slow", hour * 26) && isLogged("too slow", hour * 49))
        lane.startFirst()
        lane.completeFirst()
        lane.update(names(2))
        #expect(isLogged("refused", hour * 50))
    }

    @Test("changing reasons are logged a few times, then daily")
    func changing() {
        var lane = DeliveryLane()
        lane.update(names(1))
        let logs = (1...200).filter {
            lane.startFirst()
            return lane.recordFailure("after \($0) ms", at: .seconds($0 * 900), retryAfter: nil, jitter: 1)
        }
        #expect(
            logs == Array(1...DeliveryLane.maxReasons) + [DeliveryLane.maxReasons + 96, DeliveryLane.maxReasons + 192])
    }

    @Test("the entry being sent stays the first, even without its file")
    func current() {
        var lane = DeliveryLane()
        lane.update(names(1, 2))
        lane.startFirst()
        lane.update(names(2, 3))
        #expect(lane.waiting == names(1, 2, 3))
        lane.completeFirst()
        #expect(lane.waiting == names(2, 3))
        lane.update(names(3, 4))
        #expect(lane.waiting == names(3, 4))
        lane.dropFirst()
        lane.dropFirst()
        lane.dropFirst()
        #expect(lane.waiting.isEmpty)
    }
}
