import Basics
import Location
import Testing

@testable import Delivery

/// What happens at the very moment that decides.
struct DeliveryEdgeTests {
    private static func moment(_ milliseconds: Int64) -> Timestamp { Timestamp(milliseconds: milliseconds) }

    private static func position(_ second: Int) -> FixPosition { FixPosition(Bench.point(second)) }

    @Test(
        "the part of a span before a moment ends a millisecond before it",
        arguments: [(999, nil), (1000, nil), (1001, 1000), (5000, 4999), (9000, 8999), (9001, 9000), (20_000, 9000)]
            as [(Int64, Int64?)])
    func spans(milliseconds: Int64, end: Int64?) {
        let span = LateSpan(device: "a", first: Self.moment(1000), last: Self.moment(9000), delivered: Self.position(2))
        let part = span.ending(before: Self.moment(milliseconds))
        #expect(
            part?.last.milliseconds == end
                && part.map { $0.first == span.first && $0.delivered == span.delivered } ?? true)
    }

    @Test(
        "where the history was cut, the cursor goes back to before the cut, and stays behind none",
        arguments: [(5000, 4999), (4000, 3999), (5001, 5000), (1, 0), (0, nil)] as [(Int64, Int64?)])
    func removal(cut: Int64, end: Int64?) {
        var bench = Bench()
        bench.commit(0..<6)
        _ = bench.run()
        let span = LateSpan(device: nil, first: Self.moment(cut), last: Self.moment(5000))
        bench.history.removeAll { $0.timestamp.milliseconds >= cut }
        bench.lateRuns.append(.init(id: 1, span: span, isRemoval: true))
        bench.change()
        #expect(bench.destination.cursor.end?.time.milliseconds == end)
        bench.received = []
        bench.history.append(Bench.point(5))
        bench.change()
        #expect(bench.run().isEmpty && bench.received == (cut > 5000 ? [] : [5]))
    }

    @Test("a late fix at the last position that was read is sent, and one before the beginning is not")
    func clipping() {
        var bench = Bench(cursor: DeliveryCursor(since: Self.moment(3000)))
        bench.commit(4..<10)
        _ = bench.run()
        bench.history.append(Bench.point(9, "b"))
        for (id, first, last) in [(1, 9000, 9000), (2, 0, 2999), (3, 2000, 3000)] as [(Int64, Int64, Int64)] {
            bench.lateRuns.append(
                .init(id: id, span: LateSpan(device: "b", first: Self.moment(first), last: Self.moment(last))))
        }
        bench.history.insert(Bench.point(3, "b"), at: 0)
        bench.change()
        #expect(bench.destination.cursor.spans.map(\.first.milliseconds) == [9000, 3000])
        _ = bench.run()
        #expect(bench.received.suffix(2) == [9, 3] && bench.destination.cursor.lateID == 3)
        // The same runs again are not new; a copy of the file without them starts over.
        bench.change()
        #expect(bench.destination.cursor.spans.isEmpty)
        bench.lateRuns = []
        bench.change()
        #expect(bench.destination.cursor.lateID == 0)
    }

    @Test("confirmations of the last time are sent again, to the millisecond, and at most one a second")
    func recent() {
        var recent = RecentConfirmations(window: .seconds(3))
        for number in 0..<5 { recent.record(Self.position(number), at: .seconds(number)) }
        let oldest = { (uptime: Duration) in recent.oldest(at: uptime)?.time.milliseconds }
        #expect(oldest(.seconds(4)) == 1999 && oldest(.seconds(5)) == 1999)
        #expect(
            oldest(.milliseconds(5001)) == 2999 && oldest(.seconds(7)) == 3999 && oldest(.milliseconds(7001)) == nil)
        let span = { (second: Int64) in
            LateSpan(device: "a", first: Self.moment(0), last: Self.moment(second * 1000), delivered: Self.position(9))
        }
        recent.record(span(100), at: .seconds(1))
        recent.record(span(200), at: .seconds(4))
        var copy = recent
        #expect(copy.takeSpans(at: .seconds(4)).map(\.last.milliseconds) == [100_000, 200_000])
        #expect(copy.takeSpans(at: .seconds(4)).isEmpty)
        let later = recent.takeSpans(at: .milliseconds(4001))
        #expect(later.map(\.delivered) == [FixPosition(time: Self.moment(197_000), device: "")])
    }

    @Test("fixes that are not wanted are passed, and not sent")
    func unwanted() {
        var bench = Bench()
        bench.commit(0..<10)
        bench.read { $0.timestamp.milliseconds % 2000 == 0 }
        _ = bench.run()
        #expect(bench.received == [0, 2, 4, 6, 8] && bench.destination.cursor.end == Self.position(9))
    }

    @Test("answers may wait only on a connection that works, with nothing but the newest report on its way")
    func unhurried() {
        var rules = DeliveryRules()
        rules.isConnected = true
        var bench = Bench(rules)
        #expect(!bench.destination.isUnhurried)
        bench.destination.connecting()
        bench.destination.connected(allowance: 9)
        #expect(!bench.destination.isUnhurried && bench.run().isEmpty)
        _ = bench.destination.offer(Bench.point(1))
        bench.send()
        #expect(bench.destination.isUnhurried && bench.unanswered[0].itemCount == 1)
        bench.commit([2])
        #expect(!bench.destination.isUnhurried)
        bench.read()
        bench.send()
        #expect(!bench.destination.isUnhurried && bench.unanswered.map(\.itemCount) == [1, 1])
        _ = bench.answer(bench.unanswered[1], .accepted)
        #expect(bench.destination.isUnhurried)
        _ = bench.answer(bench.unanswered[0], .failed("away", retryAfter: nil))
        #expect(!bench.destination.isUnhurried)
    }

    @Test(
        "a slow rate waits for each fix, and one of 0 for none",
        arguments: [(0.5, [1, 0, 1]), (0, [20, 0, 0])] as [(Double, [Int])])
    func slow(rate: Double, expected: [Int]) {
        var rules = DeliveryRules()
        rules.rate = rate
        var bench = Bench(rules)
        bench.uptime = .seconds(100)
        bench.commit(0..<20)
        let counts = [.zero, .milliseconds(999), .milliseconds(1)].map { (pause: Duration) -> Int in
            bench.uptime += pause
            bench.received = []
            _ = bench.run()
            return bench.received.count
        }
        #expect(counts == expected)
    }

    @Test("after an outage the delay is a sixth of it")
    func sixth() {
        var timer = RetryTimer(minDelay: .seconds(1), maxDelay: .seconds(300))
        _ = timer.recordSuccess(at: .seconds(1000))
        for second in 1...9 { _ = timer.recordFailure("a", at: .seconds(1000 + second), jitter: 1) }
        _ = timer.recordFailure("a", at: .seconds(1060), jitter: 1)
        #expect(timer.notBefore == .seconds(1070))
        // A success from before the only failure proves nothing.
        var other = RetryTimer(minDelay: .seconds(1), maxDelay: .seconds(300))
        _ = other.recordFailure("a", at: .seconds(5), jitter: 1)
        #expect(other.recordSuccess(at: .seconds(6), sent: .seconds(4)) == nil && other.failures == 1)
    }
}

/// Events at places: the moments at which their position moves.
struct EventEdgeTests {
    private static func moment(_ second: Int) -> Timestamp { Timestamp(milliseconds: Int64(second) * 1000) }

    private static func event(_ second: Int) -> PlaceEvent {
        PlaceEvent(.enter, place: "Home", moment: moment(second), since: moment(second))
    }

    private func bench(rewind: Duration? = nil, cursor: DeliveryCursor = DeliveryCursor()) -> Bench {
        var rules = DeliveryRules()
        (rules.sendsEvents, rules.rewind, rules.isConnected) = (true, rewind, rewind != nil)
        var bench = Bench(rules, cursor: cursor)
        bench.destination.connecting()
        bench.destination.connected(allowance: 20)
        bench.change()
        bench.read()
        return bench
    }

    private func add(_ seconds: [Int], to bench: inout Bench, isEnd: Bool = true) {
        bench.destination.add(events: seconds.map(Self.event), upTo: seconds.last.map(Self.moment), isEnd: isEnd)
    }

    /// Sends the next event and answers it; returns what is to be logged.
    private func answer(_ outcome: DeliveryOutcome, _ bench: inout Bench) -> [DeliveryNotice]? {
        guard let message = bench.destination.nextMessage(at: bench.uptime) else { return nil }
        return bench.destination.handle(message.id, outcome, at: bench.uptime, jitter: 1)
    }

    @Test("the position stays a millisecond before the event that waits, and reaches the last one that was read")
    func position() {
        var bench = bench()
        add([5, 9], to: &bench)
        #expect(bench.destination.cursor.events?.milliseconds == 4999 && !bench.destination.finalCursor.isFinal)
        _ = answer(.accepted, &bench)
        #expect(bench.destination.cursor.events?.milliseconds == 8999)
        _ = answer(.accepted, &bench)
        #expect(bench.destination.cursor.events?.milliseconds == 9000 && bench.destination.finalCursor.isFinal)
    }

    @Test("the tenth event in a row that is set aside is a problem, and one that is taken begins a new row")
    func rejections() {
        var bench = bench()
        add(Array(1...40), to: &bench)
        let outcomes = [Int](repeating: 0, count: 9) + [1] + [Int](repeating: 0, count: 10)
        let notices = outcomes.map { answer($0 == 1 ? .accepted : .rejected("answered 400"), &bench) }
        #expect(notices.dropLast().allSatisfy { $0 == [] })
        #expect(notices.last == [.failed("answered 400 (to a transition)", nextAttempt: .seconds(300))])
        #expect(answer(.accepted, &bench) == nil && bench.destination.nextDeadline == .seconds(300))
    }

    @Test("events that were confirmed in the last time are sent again", arguments: [(60_000, 0), (60_001, 9000)])
    func recent(milliseconds: Int, expected: Int64) {
        var bench = bench(rewind: .seconds(60))
        add([9], to: &bench)
        bench.uptime = .seconds(100)
        _ = answer(.accepted, &bench)
        bench.uptime += .milliseconds(milliseconds)
        _ = bench.destination.disconnected(nil, at: bench.uptime, jitter: 1)
        bench.destination.connecting()
        bench.destination.connected(allowance: 20)
        let next = bench.destination.nextEventRead(at: bench.uptime)
        #expect(next == Timestamp(milliseconds: expected == 0 ? 9000 - 60_000 : expected))
        #expect(bench.destination.cursor.events == Self.moment(9))
    }

    @Test("after a rewind the cursor is final once all is read again", arguments: [true, false])
    func complete(isEnd: Bool) {
        var cursor = DeliveryCursor()
        cursor.events = Self.moment(1000)
        var bench = bench(rewind: .seconds(60), cursor: cursor)
        #expect(
            bench.destination.nextEventRead(at: .zero) == Self.moment(940) && !bench.destination.finalCursor.isFinal)
        bench.destination.add(events: [], upTo: nil, isEnd: isEnd)
        #expect(bench.destination.finalCursor.isFinal == isEnd && bench.destination.cursor.events == Self.moment(1000))
    }

    @Test("an answer to an event from before a rewind does not count for the next one")
    func lateAnswer() {
        var bench = bench()
        add([5], to: &bench)
        let message = bench.destination.nextMessage(at: .zero)
        bench.destination.rewind(to: Self.moment(2))
        add([2, 5], to: &bench)
        _ = bench.destination.handle(message?.id ?? 0, .accepted, at: .zero, jitter: 1)
        #expect(bench.destination.nextMessage(at: .zero)?.event == Self.event(2))
    }
}
