import Basics
import Location
import Testing

@testable import Delivery

/// The rules of a fleet: large messages, few of them, and answers that come after a commit or not at all.
struct FleetDeliveryTests {
    private static var rules: DeliveryRules {
        var rules = DeliveryRules()
        (rules.batch, rules.window, rules.maxUnconfirmed) = (3600, 3, 4)
        (rules.isConnected, rules.answerTimeout) = (true, .seconds(10))
        return rules
    }

    private func opened(_ change: (inout DeliveryRules) -> Void = { _ in }) -> Bench {
        var rules = Self.rules
        change(&rules)
        var bench = Bench(rules)
        bench.destination.connecting()
        bench.destination.connected(allowance: .max)
        return bench
    }

    @Test("a message has up to 3,600 fixes")
    func batches() {
        var bench = opened()
        bench.commit(0..<8000)
        var sizes: [Int] = []
        _ = bench.run { message in
            sizes.append(message.points.count)
            return .stored(message.points.count, refused: [:])
        }
        #expect(sizes == [3600, 3600, 800])
        #expect(bench.received == Array(0..<8000) && bench.destination.finalCursor.isFinal)
    }

    @Test("a message is nominal or not, and one that is not has up to 1,000 fixes, since it is larger")
    func levels() {
        var bench = opened()
        bench.commit(0..<3000)
        bench.history = bench.history.enumerated().compactMap { index, point in
            TrackPoint(point.fix, integrity: (500..<2800).contains(index) ? .doubtful : .nominal)
        }
        var sizes: [Int] = []
        _ = bench.run { message in
            sizes.append(message.points.count)
            return .stored(message.points.count, refused: [:])
        }
        #expect(sizes == [500, 1000, 1000, 300, 200])
        #expect(bench.received == Array(0..<3000))
    }

    @Test("a message has the fixes of a whole hour if possible, late fixes too, and each fix is sent once")
    func hours() {
        var bench = opened { ($0.batch, $0.endsAtHours) = (4000, true) }
        bench.commit(13_000..<30_000)
        var starts: [Int] = []
        let record = { (message: DeliveryMessage) -> DeliveryOutcome in
            starts.append(Int((message.points.first?.timestamp.milliseconds ?? 0) / 1000))
            return .stored(message.points.count, refused: [:])
        }
        _ = bench.run(record)
        #expect(starts == [13_000, 14_400, 18_000, 21_600, 25_200, 28_800])
        bench.commit(1000..<9000)
        _ = bench.run(record)
        #expect(starts.dropFirst(6) == [1000, 3600, 7200])
        #expect(bench.received == Array(13_000..<30_000) + Array(1000..<9000))
    }

    @Test("at most four messages are unconfirmed, and one place is left for the newest fix")
    func window() {
        var bench = opened { $0.batch = 10 }
        bench.commit(0..<100)
        bench.read()
        bench.send()
        #expect(bench.unanswered.count == 3)
        _ = bench.destination.offer(Bench.point(200))
        bench.send()
        #expect(bench.unanswered.map(\.isLive) == [false, false, false, true])
        bench.uptime = .seconds(2)
        _ = bench.destination.offer(Bench.point(202))
        bench.send()
        #expect(bench.unanswered.count == 4)
    }

    @Test("without an answer everything is sent again after 10 s, one message at a time, then after 20 s, up to 5 min")
    func timeouts() {
        var bench = opened { $0.batch = 10 }
        bench.commit(0..<100)
        bench.read()
        bench.send()
        let first = bench.unanswered[0]
        var (times, notices) = ([Duration](), [DeliveryNotice]())
        for _ in 0..<8 {
            bench.unanswered = []
            guard let deadline = bench.destination.nextDeadline else { break }
            bench.uptime = deadline - .milliseconds(1)
            #expect(bench.destination.giveUpUnanswered(at: bench.uptime).isEmpty)
            bench.uptime = deadline
            notices += bench.destination.giveUpUnanswered(at: deadline)
            times.append(deadline)
            bench.send()
            #expect(bench.unanswered.map(\.points) == [first.points])
        }
        let gaps = zip(times, [.zero] + times).map { $0 - $1 }
        #expect(gaps.map(\.components.seconds) == [10, 20, 40, 80, 160, 300, 300, 300])
        #expect(notices == [.failed("no answer within 10 s", nextAttempt: .seconds(20))])
        #expect(bench.destination.problem == "no answer within 10 s" && bench.received.isEmpty)
        // An answer to what was given up is ignored; one to the last message ends the trouble.
        #expect(bench.answer(first, .stored(10, refused: [:])).isEmpty)
        bench.received = []
        #expect(bench.run { .stored($0.points.count, refused: [:]) } == [.recovered(failures: 8)])
        #expect(bench.received == Array(0..<100) && bench.destination.problem == nil)
    }

    @Test("a live fix that was stored is not sent again with the history, not even after a lost connection")
    func onceOnly() {
        var bench = opened()
        for second in 0..<10 {
            bench.uptime = .seconds(second)
            _ = bench.destination.offer(Bench.point(second))
            #expect(bench.run { _ in .stored(1, refused: [:]) }.isEmpty)
        }
        _ = bench.destination.disconnected("closed", at: bench.uptime, jitter: 0)
        bench.uptime += .seconds(1)
        bench.destination.connecting()
        bench.destination.connected(allowance: .max)
        bench.commit(0..<12)
        #expect(bench.run { .stored($0.itemCount, refused: [:]) } == [.recovered(failures: 1)])
        #expect(bench.received == [10, 11])
    }

    @Test("a live fix without an answer arrives with the history")
    func lostLive() {
        var bench = opened()
        _ = bench.destination.offer(Bench.point(5))
        bench.send()
        bench.commit(0..<10)
        bench.read()
        bench.send()
        #expect(bench.unanswered.map(\.points.count) == [0, 5, 4])
        bench.unanswered = []
        bench.uptime = .seconds(10)
        _ = bench.destination.giveUpUnanswered(at: bench.uptime)
        _ = bench.run { .stored($0.itemCount, refused: [:]) }
        #expect(bench.received.sorted() == [0, 1, 2, 3, 4, 6, 7, 8, 9])
        #expect(bench.destination.isCaughtUp)
    }

    @Test("a sender that is refused keeps its fixes and the cursor, and asks again after minutes")
    func forbidden() {
        var bench = opened()
        bench.commit(0..<100)
        let before = bench.destination.cursor.end
        bench.read()
        bench.send()
        _ = bench.answer(bench.unanswered[0], .refused("unknown device"))
        #expect(bench.received.isEmpty && bench.destination.cursor.end == before)
        bench.unanswered = []
        bench.uptime = .seconds(400)
        _ = bench.run { .stored($0.points.count, refused: [:]) }
        #expect(bench.received == Array(0..<100))
    }

    @Test("fixes that are refused are not sent again, and do not hold the cursor")
    func refusals() {
        var bench = opened()
        bench.commit(0..<100)
        _ = bench.run { _ in .stored(98, refused: [3: "no", 99: "no"]) }
        #expect(bench.received == Array(0..<99).filter { $0 != 3 })
        #expect(bench.destination.cursor.end == FixPosition(Bench.point(99)))
    }
}
