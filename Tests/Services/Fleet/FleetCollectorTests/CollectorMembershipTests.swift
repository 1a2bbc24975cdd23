import Testing

@testable import FleetCollector

/// A collector takes its share of the messages while it can store them.
struct CollectorMembershipTests {
    @Test("it joins with the database and leaves with it, at once")
    func following() {
        var membership = CollectorMembership()
        #expect(membership.change(to: 0, at: .zero) == nil)
        #expect(membership.change(to: 1, at: .seconds(1)) == .join)
        #expect(membership.change(to: 1, at: .seconds(2)) == nil)
        #expect(membership.change(to: -1, at: .seconds(100)) == .leave)
        #expect(membership.change(to: -1, at: .seconds(101)) == nil && membership.deadline == nil)
        #expect(membership.change(to: 2, at: .seconds(101)) == .join)
    }

    @Test("an outage that was not seen is followed too, since messages were dropped")
    func unseen() {
        var membership = CollectorMembership()
        #expect(membership.change(to: 1, at: .zero) == .join)
        #expect(membership.change(to: 2, at: .seconds(60)) == .leave)
        #expect(membership.deadline == .seconds(60))
        #expect(membership.change(to: 2, at: .seconds(60)) == .join)
    }

    @Test("a database that comes and goes is joined every five seconds at most")
    func flapping() {
        var membership = CollectorMembership()
        var joins = 0
        for tick in 0..<1000 {
            let opening = tick % 2 == 0 ? tick + 1 : -tick
            if membership.change(to: opening, at: .milliseconds(100 * tick)) == .join { joins += 1 }
        }
        #expect((15...30).contains(joins))
    }

    @Test("with the connection the subscriptions end, and the next connection joins at once")
    func connection() {
        var membership = CollectorMembership()
        #expect(membership.change(to: 1, at: .zero) == .join)
        membership.reset()
        #expect(!membership.isMember && membership.change(to: 1, at: .seconds(1)) == .join)
    }
}

/// Statuses without room are requested again, less and less often.
struct RetainedStatusesTests {
    @Test("the delay doubles up to a minute, and begins anew after a quiet time")
    func delays() throws {
        var statuses = RetainedStatuses()
        var (now, delays) = (Duration.zero, [Duration]())
        for _ in 0..<7 {
            for _ in 0..<3 { statuses.record("a", [1], isTaken: false, at: now) }
            let deadline = try #require(statuses.deadline)
            delays.append(deadline - now)
            now = deadline
            let (isEarly, isDue, isDueAgain) = (
                statuses.isDue(at: now - .seconds(1)), statuses.isDue(at: now), statuses.isDue(at: now)
            )
            #expect(!isEarly && isDue && !isDueAgain)
        }
        #expect(delays == [2, 4, 8, 16, 32, 60, 60].map { .seconds($0) })
        statuses.record("a", [1], isTaken: false, at: now + .seconds(300))
        #expect(statuses.deadline == now + .seconds(302))
    }

    @Test("what was taken is known by its topic and content")
    func known() {
        var statuses = RetainedStatuses()
        statuses.record("a", [1], isTaken: true, at: .zero)
        #expect(statuses.isKnown("a", [1]) && !statuses.isKnown("a", [2]) && !statuses.isKnown("b", [1]))
        #expect(statuses.deadline == nil)
        statuses.restart()
        #expect(!statuses.isKnown("a", [1]))
    }
}
