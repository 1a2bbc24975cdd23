import Basics
import Location
import Testing

@testable import Delivery

/// The limits of live reports, of what rests, and of retries, to the millisecond.
struct DeliveryLimitsTests {
    private static func position(_ second: Int) -> FixPosition { FixPosition(Bench.point(second)) }

    /// Reports that were delivered, one each second.
    private func reports(_ count: Int, remembers: Bool = true) -> LiveReports {
        var reports = LiveReports(
            interval: .seconds(10), sendsState: false, remembersPositions: remembers, maxUnconfirmed: 1)
        for number in 0..<count {
            _ = reports.offer(Self.position(number))
            reports.start(UInt64(number + 1), at: .seconds(number))
            reports.finish(UInt64(number + 1), isDelivered: true, isWanted: false)
        }
        return reports
    }

    private func isKnown(_ second: Int, _ reports: LiveReports) -> Bool {
        reports.state(of: Self.position(second)) == .delivered
    }

    @Test("a report may be early by a twentieth of the interval, and the first one is due at once")
    func early() {
        var reports = reports(0)
        _ = reports.offer(Self.position(1))
        #expect(reports.due == .zero)
        reports.start(1, at: .seconds(100))
        _ = reports.offer(Self.position(2))
        #expect(reports.isBlocked && reports.due == nil)
        reports.finish(1, isDelivered: true, isWanted: false)
        #expect(!reports.isBlocked && reports.due == .milliseconds(109_500))
    }

    @Test("of more than 120 delivered fixes that the history does not have, those of the last minute are remembered")
    func unrecorded() {
        var few = reports(120)
        few.forgetUnrecorded()
        #expect([0, 119].allSatisfy { isKnown($0, few) })
        var many = reports(121)
        many.forgetUnrecorded()
        #expect([0, 60, 61, 120].map { isKnown($0, many) } == [false, false, true, true])
        #expect(!isKnown(0, reports(1, remembers: false)))
    }

    @Test("of the delivered fixes, the newest 20,000 are remembered", arguments: [(20_000, true), (20_001, false)])
    func delivered(count: Int, isFirstKnown: Bool) {
        let reports = reports(count)
        #expect(isKnown(0, reports) == isFirstKnown && isKnown(1, reports) && isKnown(count - 1, reports))
    }

    @Test(
        "a fix at rest is repeated for the interval, less half a second, within 50 m, whichever was first",
        arguments: [
            (59_499, 0.0, true), (59_500, 0, false), (-59_499, 0, true), (-59_500, 0, false), (1000, 49.9, true),
            (1000, 50.1, false), (0, 0, true),
        ])
    func rest(milliseconds: Int64, metres: Double, isRepeated: Bool) throws {
        func point(_ milliseconds: Int64, _ metres: Double, _ motion: Motion) throws -> TrackPoint {
            var fix = Fix(device: "a", mode: .threeDimensional)
            fix.timestamp = Timestamp(milliseconds: 1_000_000 + milliseconds)
            fix.coordinate = Coordinate(clampingLatitude: 47, longitude: 8).moved(north: metres, east: 0)
            return try #require(TrackPoint(fix, motion: motion))
        }
        let first = try point(0, 0, .stationary)
        let next = try point(milliseconds, metres, .stationary)
        var (sent, recorded) = (RestFilter(interval: .seconds(60)), RestFilter(interval: .seconds(60)))
        sent.send(first)
        recorded.record(first)
        #expect(sent.repeats(next) == isRepeated && recorded.repeats(next) == isRepeated)
        #expect(!sent.repeats(try point(1000, 0, .moving)) && !RestFilter(interval: nil).repeats(next))
        // What moves has left the place of the history.
        recorded.send(try point(500, 0, .moving))
        #expect(!recorded.repeats(next))
        recorded.record(first)
        recorded.send(first)
        #expect(recorded.repeats(next) == isRepeated)
    }

    @Test(
        "the delay is half of itself to the whole, and what the consumer asks for up to a day",
        arguments: [
            (0.0, nil, false, false, 500), (1, nil, false, false, 1000), (0.5, nil, false, false, 750),
            (-3, nil, false, false, 500), (3, nil, false, false, 1000), (1, 999, false, false, 1000),
            (1, 1001, false, false, 1001), (1, 86_400_000, false, false, 86_400_000),
            (1, 86_400_001, false, false, 86_400_000), (1, nil, true, false, 300_000), (0, nil, true, false, 150_000),
            (1, nil, false, true, 0), (1, 7000, false, true, 7000), (1, 7000, true, false, 300_000),
        ] as [(Double, Int?, Bool, Bool, Int)])
    func delays(jitter: Double, requested: Int?, isLasting: Bool, hasWaited: Bool, expected: Int) {
        var timer = RetryTimer(minDelay: .seconds(1), maxDelay: .seconds(300))
        _ = timer.recordFailure(
            "a", at: .seconds(50), retryAfter: requested.map { .milliseconds($0) }, isLasting: isLasting,
            hasWaited: hasWaited, jitter: jitter)
        #expect(timer.notBefore == .seconds(50) + .milliseconds(expected) && timer.failures == 1 && timer.reason == "a")
    }

    @Test(
        "a success counts if it was sent at the last failure or later", arguments: [(-1, false), (0, true), (1, true)])
    func success(milliseconds: Int, counts: Bool) {
        var timer = RetryTimer(minDelay: .seconds(1), maxDelay: .seconds(300))
        let none = timer.recordSuccess(at: .seconds(1))
        for second in [10, 20] { _ = timer.recordFailure("a", at: .seconds(second), jitter: 1) }
        let before = timer.recordSuccess(at: .seconds(30), sent: .seconds(20) + .milliseconds(milliseconds))
        #expect(none == nil && before == (counts ? 2 : nil) && (timer.reason == nil) == counts)
        #expect(timer.failures == (counts ? 0 : 2) && (timer.notBefore == .zero) == counts)
    }
}

/// What a consumer gets at once, and how this changes with its answers.
struct DeliveryPaceTests {
    private func bench(_ change: (inout DeliveryRules) -> Void) -> Bench {
        var rules = DeliveryRules()
        change(&rules)
        return Bench(rules)
    }

    /// Sends the backlog; returns the sizes of the messages.
    private func sizes(_ bench: inout Bench, _ outcome: (Int) -> DeliveryOutcome = { _ in .accepted }) -> [Int] {
        var sizes: [Int] = []
        _ = bench.run { message in
            sizes.append(message.points.count)
            return outcome(sizes.count)
        }
        return sizes
    }

    @Test("after a pause the backlog may have what a second more allows, then it waits", arguments: [1, 2, 5])
    func rate(batch: Int) {
        var bench = bench { ($0.batch, $0.rate) = (batch, 5) }
        bench.uptime = .seconds(100)
        bench.commit(0..<100)
        #expect(sizes(&bench).reduce(0, +) == (batch == 1 ? 6 : batch == 2 ? 6 : 10))
        let next = bench.destination.nextDeadline
        #expect(next == .milliseconds(batch == 5 ? 101_000 : 100_200))
        bench.uptime = (next ?? .zero) - .milliseconds(1)
        #expect(sizes(&bench).isEmpty)
        bench.uptime += .milliseconds(1)
        #expect(sizes(&bench) == [batch])
    }

    @Test("a rejected message is halved, and each message that is taken doubles the size up to that of the rules")
    func halves() {
        var bench = bench { $0.batch = 12 }
        bench.commit(0..<60)
        let all = sizes(&bench) { $0 == 1 || $0 == 2 || $0 == 3 ? .rejected("answered 413") : .accepted }
        #expect(all == [12, 6, 3, 1, 2, 4, 8, 12, 12, 12, 9])
        #expect(bench.received == Array(0..<60) && bench.setAside.isEmpty)
    }

    @Test("the tenth fix in a row that is set aside holds the others, and one that is taken begins a new row")
    func doubt() {
        var bench = bench { _ in }
        bench.commit(0..<40)
        let notices = bench.run { message in
            message.points.first?.timestamp.milliseconds == 9000 ? .accepted : .rejected("answered 400")
        }
        #expect(notices == [.failed("answered 400 to each of 10 fixes", nextAttempt: .seconds(300))])
        #expect(bench.received == [9] && bench.setAside == Array(0..<9) + Array(10..<20))
    }

    @Test("after a failure one message is on its way at a time, until one is taken")
    func single() {
        var bench = bench { ($0.window, $0.batch) = (4, 1) }
        bench.commit(0..<30)
        _ = bench.run { _ in .failed("away", retryAfter: nil) }
        bench.uptime = .seconds(1)
        bench.send()
        #expect(bench.unanswered.count == 1)
        _ = bench.answer(bench.unanswered.removeFirst(), .accepted)
        bench.send()
        #expect(bench.unanswered.count == 4)
    }

    @Test("a window that fails is one failure, and the second attempt waits twice as long")
    func windowFails() {
        var bench = bench { ($0.window, $0.batch) = (4, 1) }
        bench.commit(0..<30)
        bench.read()
        bench.send()
        var notices: [DeliveryNotice] = []
        for message in bench.unanswered { notices += bench.answer(message, .failed("away", retryAfter: nil)) }
        bench.unanswered = []
        #expect(notices == [.failed("away", nextAttempt: .seconds(1))] && bench.destination.retry.failures == 1)
        bench.uptime = .milliseconds(999)
        #expect(
            bench.destination.nextMessage(at: bench.uptime) == nil
                && bench.destination.nextRead(at: bench.uptime) == nil)
        bench.uptime = .seconds(1)
        bench.send()
        _ = bench.answer(bench.unanswered.removeFirst(), .failed("away", retryAfter: nil))
        #expect(bench.destination.nextDeadline == .seconds(3))
    }

    @Test(
        "a connection has room for as many messages as both sides allow, and for one at least",
        arguments: [(0, nil, 1), (1, nil, 1), (7, nil, 7), (7, 3, 3), (2, 3, 2)] as [(Int, Int?, Int)])
    func allowance(allowed: Int, own: Int?, expected: Int) {
        var bench = bench { ($0.isConnected, $0.window, $0.maxUnconfirmed) = (true, 20, own) }
        bench.commit(0..<30)
        bench.destination.connecting()
        bench.destination.connected(allowance: allowed)
        bench.read()
        bench.send()
        #expect(bench.unanswered.count == expected)
    }
}
