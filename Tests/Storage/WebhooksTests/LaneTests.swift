import Testing

@testable import Webhooks

struct LaneTests {
    private func names(_ numbers: UInt64...) -> [QueueName] { numbers.map { QueueName(number: $0, webhook: "a") } }

    @Test("one is sent at a time, in order")
    func order() {
        var lane = Lane()
        #expect(lane.due(at: .zero) == nil && lane.wakeUp == nil)
        lane.update(names(1, 2))
        #expect(lane.due(at: .zero) == names(1)[0])
        lane.begin()
        #expect(lane.due(at: .seconds(100)) == nil && lane.wakeUp == nil)
        lane.settle()
        #expect(lane.due(at: .zero) == names(2)[0])
    }

    @Test("a failure makes a pause, the next one a longer one, and an answer ends them")
    func pauses() {
        var lane = Lane()
        lane.update(names(1))
        lane.begin()
        var news = [lane.fail("refused", at: .seconds(10), asked: nil, jitter: 1)]
        #expect(lane.due(at: .seconds(14)) == nil && lane.wakeUp == .seconds(15))
        #expect(lane.due(at: .seconds(15)) == names(1)[0])
        lane.begin()
        news.append(lane.fail("refused", at: .seconds(20), asked: nil, jitter: 1))
        #expect(lane.wakeUp == .seconds(30) && lane.failing(at: .seconds(40)) == .seconds(30))
        lane.begin()
        news.append(lane.fail("answered 500", at: .seconds(30), asked: 60, jitter: 1))
        #expect(lane.wakeUp == .seconds(90) && lane.failures == 3)
        lane.begin()
        lane.settle()
        #expect(lane.failures == 0 && lane.failing(at: .seconds(90)) == .zero && lane.waiting.isEmpty)
        lane.update(names(2))
        #expect(lane.due(at: .zero) != nil)
        news.append(lane.fail("refused", at: .zero, asked: nil, jitter: 1))
        #expect(news == [true, false, true, true])
    }

    @Test("a failure that lasts is told once and then once a day, and so is each that takes turns with it")
    func news() {
        var lane = Lane()
        lane.update(names(1))
        let hour = Duration.seconds(3600)
        func isTold(_ complaint: String, _ uptime: Duration) -> Bool {
            lane.begin()
            return lane.fail(complaint, at: uptime, asked: nil, jitter: 1)
        }
        #expect(isTold("refused", .zero) && isTold("too slow", hour))
        #expect(!(2...24).contains { isTold($0.isMultiple(of: 2) ? "refused" : "too slow", hour * $0) })
        #expect(isTold("refused", hour * 25) && !isTold("too slow", hour * 26) && isTold("too slow", hour * 49))
        lane.begin()
        lane.settle()
        lane.update(names(2))
        #expect(isTold("refused", hour * 50))
    }

    @Test("words that are others each time are told a few times, and then once a day")
    func changing() {
        var lane = Lane()
        lane.update(names(1))
        let told = (1...200).filter {
            lane.begin()
            return lane.fail("after \($0) ms", at: .seconds($0 * 900), asked: nil, jitter: 1)
        }
        #expect(told == Array(1...Lane.mostComplaints) + [Lane.mostComplaints + 96, Lane.mostComplaints + 192])
    }

    @Test("what is being sent stays the first, also where its file has gone")
    func current() {
        var lane = Lane()
        lane.update(names(1, 2))
        lane.begin()
        lane.update(names(2, 3))
        #expect(lane.waiting == names(1, 2, 3))
        lane.settle()
        #expect(lane.waiting == names(2, 3))
        lane.update(names(3, 4))
        #expect(lane.waiting == names(3, 4))
        lane.drop()
        lane.drop()
        lane.drop()
        #expect(lane.waiting.isEmpty)
    }
}
