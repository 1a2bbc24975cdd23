import Basics
import Location
import Testing

@testable import Delivery

struct DestinationFailureTests {
    @Test("a failure holds reports and backlog, is logged once, and nothing is lost")
    func failure() {
        var bench = Bench()
        bench.commit(0..<3)
        var notices = bench.run { _ in .failed("answered 500", retryAfter: nil) }
        #expect(notices == [.failed("answered 500", nextAttempt: .seconds(1))])
        #expect(bench.destination.problem == "answered 500" && bench.destination.nextDeadline == .seconds(1))
        bench.uptime = .seconds(1)
        notices = bench.run { _ in .failed("answered 500", retryAfter: .seconds(60)) }
        #expect(notices.isEmpty && bench.destination.nextDeadline == .seconds(61))
        bench.uptime = .seconds(61)
        #expect(bench.run() == [.recovered(failures: 2)])
        #expect(bench.received == [0, 1, 2] && bench.destination.problem == nil)
    }

    @Test("a consumer that fails and works by turns is logged once")
    func flapping() {
        var bench = Bench()
        var notices: [DeliveryNotice] = []
        for second in 0..<20 {
            bench.commit(second..<second + 1)
            notices += bench.run { _ in .failed("answered 500", retryAfter: nil) }
            bench.uptime += .seconds(2)
            notices += bench.run()
        }
        #expect(notices == [.failed("answered 500", nextAttempt: .seconds(1)), .recovered(failures: 1)])
        bench.uptime += .seconds(600)
        bench.commit(20..<21)
        #expect(bench.run { _ in .failed("answered 500", retryAfter: nil) }.count == 1)
    }

    @Test("a refusal waits as long as retries ever do")
    func refusal() {
        var bench = Bench()
        bench.commit(0..<3)
        #expect(bench.run { _ in .refused("answered 401") } == [.failed("answered 401", nextAttempt: .seconds(300))])
        #expect(bench.received.isEmpty && !bench.destination.isCaughtUp)
    }

    @Test("a rejected fix is split out of its batch and set aside, the others arrive")
    func rejection() {
        var rules = DeliveryRules()
        rules.batch = 200
        var bench = Bench(rules)
        bench.commit(0..<1000)
        let notices = bench.run { message in
            message.points.contains { $0.timestamp.milliseconds == 123_000 } ? .rejected("answered 422") : .accepted
        }
        #expect(notices.isEmpty && bench.setAside == [123])
        #expect(bench.received == Array(0..<1000).filter { $0 != 123 })
        #expect(bench.destination.isCaughtUp)
    }

    @Test("a message that is too large is divided")
    func tooLarge() {
        var rules = DeliveryRules()
        rules.batch = 200
        var bench = Bench(rules)
        bench.commit(0..<1000)
        #expect(bench.run { $0.points.count > 30 ? .rejected("answered 413") : .accepted }.isEmpty)
        #expect(bench.received == Array(0..<1000))
    }

    @Test("a consumer that rejects everything is held before the history is set aside")
    func rejectsAll() {
        var bench = Bench()
        bench.commit(0..<1000)
        let notices = bench.run { _ in .rejected("answered 400") }
        #expect(notices == [.failed("answered 400 to each of 10 fixes", nextAttempt: .seconds(300))])
        #expect(bench.setAside == Array(0..<10))
        #expect(bench.destination.nextDeadline == .seconds(300))
    }

    @Test("a rejected live report is not set aside: the backlog decides")
    func rejectedLive() {
        var bench = Bench()
        _ = bench.destination.offer(Bench.point(0))
        bench.send()
        let notices = bench.answer(bench.unanswered.removeFirst(), .rejected("answered 400"))
        #expect(notices.isEmpty && bench.setAside.isEmpty)
        bench.commit(0..<1)
        #expect(bench.run().isEmpty)
        #expect(bench.received == [0])
    }

    @Test("a consumer that rejects every live report gets the history nevertheless")
    func rejectedLiveReports() {
        var bench = Bench()
        bench.commit(0..<50)
        for second in 50..<60 {
            bench.uptime = .seconds(second)
            _ = bench.destination.offer(Bench.point(second))
            _ = bench.run { $0.isLive ? .rejected("answered 422") : .accepted }
        }
        #expect(bench.received == Array(0..<50))
        bench.commit(50..<60)
        _ = bench.run { $0.isLive ? .rejected("answered 422") : .accepted }
        #expect(bench.received == Array(0..<60) && bench.setAside.isEmpty)
    }
}

struct ConnectedDestinationTests {
    private static var rules: DeliveryRules {
        var rules = DeliveryRules()
        rules.isConnected = true
        rules.window = 100
        rules.rewind = .seconds(60)
        return rules
    }

    private func connected(_ cursor: DeliveryCursor = DeliveryCursor()) -> Bench {
        var bench = Bench(Self.rules, cursor: cursor)
        bench.destination.connecting()
        bench.destination.connected(allowance: 20)
        return bench
    }

    @Test("nothing is sent before the connection is open, and never more than the consumer allows")
    func window() {
        var bench = Bench(Self.rules)
        bench.commit(0..<100)
        #expect(bench.destination.isConnectionDue(at: .zero) && bench.destination.nextRead(at: .zero) == nil)
        bench.destination.connecting()
        #expect(!bench.destination.isConnectionDue(at: .zero) && bench.destination.nextMessage(at: .zero) == nil)
        bench.destination.connected(allowance: 20)
        bench.read()
        bench.send()
        #expect(bench.unanswered.count == 20)
    }

    @Test("after a lost connection a minute is sent again, however often it is lost")
    func rewind() {
        var bench = connected()
        bench.commit(0..<200)
        _ = bench.run()
        for _ in 0..<3 {
            _ = bench.destination.disconnected("connection lost", at: bench.uptime, jitter: 1)
            bench.uptime += .seconds(300)
            bench.destination.connecting()
            bench.destination.connected(allowance: 20)
            #expect(bench.destination.nextRead(at: bench.uptime)?.first == Timestamp(milliseconds: 139_000))
            #expect(bench.destination.cursor.end == FixPosition(Bench.point(199)))
        }
        bench.received = []
        _ = bench.run()
        #expect(bench.received == Array(140..<200))
        #expect(bench.destination.finalCursor.isFinal)
    }

    @Test("after an unclean end a minute is sent again, after an orderly one nothing")
    func uncleanEnd() {
        var cursor = DeliveryCursor(end: FixPosition(Bench.point(199)))
        #expect(connected(cursor).destination.nextRead(at: .zero)?.first == Timestamp(milliseconds: 139_000))
        cursor.isFinal = true
        #expect(connected(cursor).destination.nextRead(at: .zero)?.first == Timestamp(milliseconds: 199_000))
    }

    @Test("late fixes that were confirmed in the last minute are sent again too, and rare ones by number")
    func rewindOfRareAndLate() {
        var bench = connected()
        bench.commit(stride(from: 0, to: 60_000, by: 600).map(\.self))
        _ = bench.run()
        bench.uptime = .seconds(20)
        bench.commit(30..<60)
        _ = bench.run()
        bench.received = []
        _ = bench.destination.disconnected("connection lost", at: bench.uptime, jitter: 1)
        bench.uptime += .seconds(1)
        bench.destination.connecting()
        bench.destination.connected(allowance: 20)
        _ = bench.run()
        #expect(bench.received == Array(stride(from: 24_000, to: 60_000, by: 600)) + Array(30..<60))
        #expect(bench.destination.cursor.spans.isEmpty)
    }

    @Test("what was delivered live is not trusted after a lost connection")
    func liveRewind() {
        var bench = connected()
        _ = bench.destination.offer(Bench.point(0))
        _ = bench.run()
        _ = bench.destination.disconnected("connection lost", at: .zero, jitter: 1)
        bench.uptime = .seconds(1)
        bench.destination.connecting()
        bench.destination.connected(allowance: 20)
        bench.commit(0..<1)
        _ = bench.run()
        #expect(bench.received == [0])
    }

    @Test("refused connections wait longer and longer")
    func timeouts() {
        var bench = connected()
        bench.commit(0..<1)
        bench.read()
        bench.send()
        #expect(bench.destination.nextDeadline == nil && bench.destination.hasUnconfirmed)
        var next: [Duration] = []
        for _ in 0..<3 {
            _ = bench.destination.disconnected("refused", at: bench.uptime, jitter: 1)
            next.append((bench.destination.nextDeadline ?? .zero) - bench.uptime)
            bench.uptime += next[next.count - 1]
            bench.destination.connecting()
        }
        #expect(next == [.seconds(1), .seconds(2), .seconds(4)])
    }

    @Test("nobody subscribes: the message is held and sent again")
    func noSubscriber() {
        var bench = connected()
        bench.commit(0..<2)
        let outcome = DeliveryOutcome(publishReason: 0x10, text: "nobody", isRetained: false)
        #expect(bench.run { _ in outcome }.count == 1)
        #expect(DeliveryOutcome(publishReason: 0x10, text: "nobody", isRetained: true) == .accepted)
        bench.uptime = .seconds(1)
        _ = bench.run()
        #expect(bench.received.sorted() == [0, 1])
    }
}

struct DeliveryCommandTests {
    @Test("a user can deliver a span again, or skip what waits")
    func rewindAndSkip() {
        var bench = Bench()
        bench.commit(0..<100)
        _ = bench.run()
        bench.received = []
        bench.destination.rewind(to: Timestamp(milliseconds: 90_000))
        _ = bench.run()
        #expect(bench.received == Array(90..<100))
        #expect(bench.destination.cursor.since == nil)
        bench.commit(100..<200)
        bench.destination.rewind(to: Timestamp(milliseconds: 150_000))
        #expect(bench.destination.cursor.end == FixPosition(Bench.point(99)))
        bench.destination.skip(to: Timestamp(milliseconds: 195_000))
        bench.received = []
        _ = bench.run()
        #expect(bench.received == Array(196..<200))
    }
}

struct DeliveryOutcomeTests {
    @Test(
        "the status of a response decides",
        arguments: [
            (200, DeliveryOutcome.accepted), (201, .accepted), (401, .refused("answered 401")),
            (404, .refused("answered 404")), (408, .failed("answered 408", retryAfter: .seconds(7))),
            (429, .failed("answered 429", retryAfter: .seconds(7))), (422, .rejected("answered 422")),
            (413, .rejected("answered 413")), (503, .failed("answered 503", retryAfter: .seconds(7))),
            (302, .failed("answered 302, redirects are not followed", retryAfter: nil)),
        ])
    func status(status: Int, expected: DeliveryOutcome) {
        #expect(DeliveryOutcome(status: status, retryAfter: .seconds(7)) == expected)
    }
}
