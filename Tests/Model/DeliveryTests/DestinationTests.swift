import Basics
import Location
import PublishFormats
import Simulator
import Testing

@testable import Delivery

struct DestinationTests {
    @Test("the history is delivered in order, once, and the cursor follows")
    func order() {
        var bench = Bench()
        bench.commit(0..<2500)
        #expect(bench.run().isEmpty)
        #expect(bench.received == Array(0..<2500))
        #expect(bench.destination.cursor.end == FixPosition(Bench.point(2499)))
        #expect(bench.destination.isCaughtUp && bench.destination.finalCursor.isFinal)
        bench.commit(2500..<2510)
        #expect(bench.run().isEmpty)
        #expect(bench.received == Array(0..<2510))
    }

    @Test("the cursor stays before the first unconfirmed fix")
    func contiguous() {
        var rules = DeliveryRules()
        rules.window = 3
        var bench = Bench(rules)
        bench.commit(0..<10)
        bench.read()
        bench.send()
        #expect(bench.unanswered.count == 3)
        _ = bench.answer(bench.unanswered[2], .accepted)
        _ = bench.answer(bench.unanswered[1], .accepted)
        #expect(bench.destination.cursor.end == nil && !bench.destination.finalCursor.isFinal)
        _ = bench.answer(bench.unanswered[0], .accepted)
        #expect(bench.destination.cursor.end == FixPosition(Bench.point(2)))
    }

    @Test("on a connection a live report does not wait for the confirmation of the one before, otherwise it does")
    func unconfirmedReports() {
        for (isConnected, count) in [(true, 10), (false, 1)] {
            var rules = DeliveryRules()
            rules.isConnected = isConnected
            var bench = Bench(rules)
            bench.destination.connecting()
            bench.destination.connected(allowance: 100)
            #expect(bench.run().isEmpty)
            for second in 0..<20 {
                bench.uptime = .seconds(second)
                _ = bench.destination.offer(Bench.point(second))
                bench.send()
                // Answers may wait until a report waits for one of them.
                #expect(bench.destination.isUnhurried == (second < count))
            }
            #expect(bench.unanswered.count == count)
            // Of those that fail, only the newest is wanted again; the others arrive with the history.
            for message in bench.unanswered { _ = bench.answer(message, .unanswered) }
            bench.unanswered = []
            bench.send()
            #expect(bench.unanswered.count == 1)
            bench.commit(0..<20)
            #expect(bench.run().isEmpty)
            #expect(bench.received == Array(0..<19))
        }
    }

    @Test("a fix on its way in a live report is no backlog, so that the cursor is written rarely")
    func caughtUp() {
        var bench = Bench()
        bench.commit(0..<5)
        #expect(!bench.destination.isCaughtUp)
        #expect(bench.run().isEmpty)
        _ = bench.destination.offer(Bench.point(6))
        bench.send()
        bench.commit([6])
        bench.read()
        bench.send()
        #expect(bench.unanswered.map(\.isLive) == [true] && bench.destination.isCaughtUp)
        #expect(!bench.destination.finalCursor.isFinal)
        bench.commit([7])
        #expect(!bench.destination.isCaughtUp)
    }

    @Test("the newest report does not wait behind the backlog, and is not sent twice")
    func separation() {
        var bench = Bench()
        bench.commit(0..<5)
        bench.read()
        bench.send()
        _ = bench.destination.offer(Bench.point(5))
        bench.send()
        #expect(bench.unanswered.map(\.isLive) == [false, true])
        for message in bench.unanswered { _ = bench.answer(message, .accepted) }
        bench.unanswered = []
        bench.commit(5..<7)
        #expect(bench.run().isEmpty)
        #expect(bench.received == [0, 1, 2, 3, 4, 6])
        #expect(bench.destination.cursor.end == FixPosition(Bench.point(6)))
    }

    @Test("a live report on its way counts for the history only when it has arrived")
    func liveInFlight() {
        var bench = Bench()
        _ = bench.destination.offer(Bench.point(0))
        bench.send()
        bench.commit(0..<2)
        bench.read()
        let live = bench.unanswered[0]
        bench.unanswered = []
        #expect(bench.destination.handle(live.id, .failed("refused", retryAfter: nil), at: .zero, jitter: 1).count == 1)
        bench.uptime = .seconds(10)
        #expect(bench.run().contains(.recovered(failures: 1)))
        // The live report is sent again, and counts for the history.
        #expect(bench.received == [1] && bench.liveCount == 1 && bench.destination.isCaughtUp)
    }

    @Test("without a history each fix is sent once, and to a consumer of the state every report")
    func withoutHistory() {
        for sendsState in [false, true] {
            var rules = DeliveryRules()
            (rules.sendsHistory, rules.sendsState) = (false, sendsState)
            var bench = Bench(rules)
            for second in 0..<3 {
                bench.uptime = .seconds(second)
                _ = bench.destination.offer(second == 2 ? nil : Bench.point(0))
                bench.send()
                for message in bench.unanswered { _ = bench.answer(message, .accepted) }
            }
            #expect(bench.unanswered.count == (sendsState ? 3 : 1))
        }
    }

    @Test("live reports keep their interval, and a repeated or older fix is none")
    func interval() {
        var bench = Bench()
        _ = bench.destination.offer(Bench.point(1))
        bench.send()
        _ = bench.answer(bench.unanswered[0], .accepted)
        _ = bench.destination.offer(Bench.point(1))
        _ = bench.destination.offer(Bench.point(0))
        #expect(bench.destination.nextDeadline == nil)
        _ = bench.destination.offer(Bench.point(2))
        bench.send()
        #expect(bench.unanswered.count == 1)
        #expect(bench.destination.nextDeadline == .milliseconds(950))
        bench.uptime = .milliseconds(960)
        bench.send()
        #expect(bench.unanswered.count == 2)
    }

    @Test("fixes that enter behind the cursor are delivered; those ahead of it not twice")
    func late() {
        var bench = Bench()
        bench.commit(Array(0..<10) + Array(20..<30))
        _ = bench.run()
        bench.commit(10..<20)
        #expect(bench.run().isEmpty)
        #expect(bench.received == Array(0..<10) + Array(20..<30) + Array(10..<20))
        #expect(bench.destination.cursor.spans.isEmpty && bench.destination.cursor.lateID == 1)
        #expect(bench.destination.cursor.end == FixPosition(Bench.point(29)))
    }

    @Test("an old import is not sent to a destination that began later")
    func since() {
        var bench = Bench(
            cursor: DeliveryCursor(
                end: FixPosition(allUpTo: Timestamp(milliseconds: 100_000)),
                since: Timestamp(milliseconds: 100_000)))
        bench.commit(101..<103)
        _ = bench.run()
        bench.commit(0..<50)
        #expect(bench.run().isEmpty)
        #expect(bench.received == [101, 102] && bench.destination.cursor.lateID == 1)
    }

    @Test("where the newest fixes were removed, those added later are ahead again", arguments: [true, false])
    func removal(isRead: Bool) {
        var bench = Bench()
        bench.commit([1, 2, 1000])
        if isRead { _ = bench.run() }
        bench.history.removeLast()
        let span = LateSpan(
            device: nil, first: Timestamp(milliseconds: 2001), last: Timestamp(milliseconds: 1_000_000))
        bench.lateRuns.append(.init(id: 1, span: span, isRemoval: true))
        bench.commit([3])
        _ = bench.run()
        bench.commit([4])
        _ = bench.run()
        #expect(bench.received == (isRead ? [1, 2, 1000, 3, 4] : [1, 2, 3, 4]))
        #expect(bench.destination.cursor.end == FixPosition(Bench.point(4)) && bench.destination.cursor.spans == [])
    }

    @Test("another history at the same path: the cursor goes on by time")
    func replaced() {
        var bench = Bench()
        bench.commit(0..<5)
        _ = bench.run()
        bench.history = []
        bench.identity = "b"
        bench.commit(3..<8)
        #expect(bench.run().isEmpty)
        #expect(bench.received == Array(0..<8) && bench.destination.cursor.history == "b")
    }

    @Test("a thinned destination gets a fix per interval, and late ones alike")
    func thinning() {
        var rules = DeliveryRules()
        rules.selection = .thinned(interval: .seconds(10), distance: nil)
        var bench = Bench(rules)
        bench.commit(0..<31)
        _ = bench.run()
        #expect(bench.received == [0, 10, 20, 30])
        #expect(bench.destination.cursor.end == FixPosition(Bench.point(30)))
        bench.history.removeAll { (5_000..<25_000).contains($0.timestamp.milliseconds) }
        bench.commit(5..<25)
        _ = bench.run()
        #expect(bench.received == [0, 10, 20, 30, 5, 15])
    }

    @Test("a fix with a time far ahead neither stops live reports nor hides what follows")
    func futureTime() {
        var bench = Bench()
        for second in [1_000_000, 1, 2] {
            let isTaken = bench.destination.offer(Bench.point(second))
            #expect(isTaken)
            bench.send()
            for message in bench.unanswered { _ = bench.answer(message, .accepted) }
            bench.unanswered = []
            bench.uptime += .seconds(1)
        }
        bench.commit([1_000_000])
        _ = bench.run()
        bench.commit(1..<4)
        _ = bench.run()
        #expect(bench.received == [3] && bench.liveCount == 3)
    }

    @Test("whatever has happened, the next deadline is not in the past once everything due was done")
    func deadlines() {
        for seed in 0..<200 {
            var generator = SeededGenerator(seed: UInt64(seed))
            var rules = DeliveryRules()
            rules.window = Int.random(in: 1...4, using: &generator)
            rules.batch = Int.random(in: 1...3, using: &generator)
            rules.rate = Bool.random(using: &generator) ? 5 : nil
            var bench = Bench(rules)
            for step in 0..<60 {
                bench.uptime += .milliseconds(Int.random(in: 0...1500, using: &generator))
                switch Int.random(in: 0...3, using: &generator) {
                case 0: bench.commit(step * 10..<step * 10 + 5)
                case 1: _ = bench.destination.offer(Bench.point(step * 10 + 5))
                default:
                    guard let message = bench.unanswered.first else { continue }
                    bench.unanswered.removeFirst()
                    let outcomes: [DeliveryOutcome] = [
                        .accepted, .failed("500", retryAfter: nil), .refused("401"), .rejected("422"), .unanswered,
                    ]
                    _ = bench.answer(message, outcomes[Int.random(in: 0..<5, using: &generator)])
                }
                while bench.destination.nextRead(at: bench.uptime) != nil {
                    bench.read()
                    bench.send()
                }
                bench.send()
                #expect(bench.destination.nextDeadline.map { $0 > bench.uptime } ?? true)
            }
        }
    }

    @Test("a rate limits the backlog")
    func rate() {
        var rules = DeliveryRules()
        rules.rate = 10
        rules.window = 100
        var bench = Bench(rules)
        bench.commit(0..<100)
        _ = bench.run()
        let burst = bench.received.count
        #expect(burst <= 21)
        bench.uptime = .seconds(5)
        _ = bench.run()
        #expect((burst + 10...burst + 61).contains(bench.received.count))
        #expect(bench.destination.nextDeadline != nil)
    }
}
