import Basics
import Location
import Testing

@testable import Delivery

struct EventDeliveryTests {
    private static func rules(rewind: Duration? = nil) -> DeliveryRules {
        var rules = DeliveryRules()
        rules.sendsEvents = true
        rules.isConnected = rewind != nil
        rules.rewind = rewind
        return rules
    }

    private static func moment(_ second: Int) -> Timestamp { Timestamp(milliseconds: Int64(second) * 1000) }

    private static func event(_ second: Int, _ kind: PlaceEvent.Kind = .enter, _ place: String = "Home") -> PlaceEvent {
        PlaceEvent(kind, place: place, moment: moment(second), since: moment(second))
    }

    /// Reads and sends events until none is sent; returns those that were accepted.
    private func deliver(
        _ all: [PlaceEvent], to bench: inout Bench, _ outcome: (PlaceEvent) -> DeliveryOutcome = { _ in .accepted }
    ) -> [PlaceEvent] {
        var received: [PlaceEvent] = []
        for _ in 0..<1000 {
            if let after = bench.destination.nextEventRead(at: bench.uptime) {
                let events = all.filter { $0.moment > after }
                bench.destination.add(events: events, upTo: events.last?.moment, isEnd: true)
            }
            bench.read()
            guard let message = bench.destination.nextMessage(at: bench.uptime) else { break }
            let answer = message.event.map(outcome) ?? .accepted
            if answer == .accepted, let event = message.event { received.append(event) }
            _ = bench.destination.handle(message.id, answer, at: bench.uptime, jitter: 1)
        }
        return received
    }

    @Test("events are sent in order and once, one at a time, also those of one moment")
    func order() {
        var bench = Bench(Self.rules())
        let events = [Self.event(5), Self.event(9, .leave), Self.event(9, .enter, "Work"), Self.event(12, .leave)]
        bench.commit(0..<20)
        #expect(deliver(events, to: &bench) == events)
        #expect(bench.destination.isCaughtUp && bench.destination.cursor.events == Self.moment(12))
        bench.change()
        #expect(deliver(events, to: &bench).isEmpty)
        #expect(deliver(events + [Self.event(30)], to: &bench).isEmpty)
        bench.change()
        #expect(deliver(events + [Self.event(30)], to: &bench) == [Self.event(30)])
    }

    @Test("an event of the same moment as an undelivered one is not taken for delivered")
    func together() {
        var bench = Bench(Self.rules())
        bench.change()
        let events = [Self.event(9, .leave), Self.event(9, .enter, "Work")]
        let received = deliver(events, to: &bench) {
            $0.kind == .leave ? .accepted : .failed("answered 500", retryAfter: nil)
        }
        #expect(received == [events[0]])
        #expect(bench.destination.cursor.events.map { $0 < Self.moment(9) } == true)
        #expect(!bench.destination.isCaughtUp && bench.destination.nextDeadline == .seconds(1))
    }

    @Test("after a restart sending continues behind the position, and a cursor without one begins with its fixes")
    func restart() {
        var cursor = DeliveryCursor(end: FixPosition(Bench.point(10)))
        cursor.isFinal = true
        var bench = Bench(Self.rules(), cursor: cursor)
        bench.change()
        let events = [Self.event(5), Self.event(15), Self.event(25)]
        #expect(deliver(events, to: &bench) == Array(events[1...]))
        cursor = bench.destination.finalCursor
        #expect(cursor.isFinal && cursor.events == Self.moment(25))
        bench = Bench(Self.rules(), cursor: cursor)
        bench.change()
        #expect(deliver(events, to: &bench).isEmpty)
    }

    @Test("after a lost connection the events of the last minute are sent again, also if attempts fail in between")
    func rewind() {
        var bench = Bench(Self.rules(rewind: .seconds(60)))
        bench.destination.connecting()
        bench.destination.connected(allowance: 20)
        bench.commit(0..<200)
        let events = [Self.event(100), Self.event(150), Self.event(199)]
        #expect(deliver(events, to: &bench) == events)
        _ = bench.destination.disconnected("connection lost", at: bench.uptime, jitter: 1)
        for _ in 0..<3 {
            bench.uptime += .seconds(300)
            bench.destination.connecting()
            _ = bench.destination.disconnected("connection refused", at: bench.uptime, jitter: 1)
        }
        bench.uptime += .seconds(300)
        bench.destination.connecting()
        bench.destination.connected(allowance: 20)
        #expect(bench.destination.nextRead(at: bench.uptime)?.first == Self.moment(139))
        #expect(deliver(events, to: &bench) == Array(events[1...]))
    }

    @Test("requests of a user move the position, and a rejected event is set aside")
    func requests() {
        var bench = Bench(Self.rules())
        bench.change()
        let events = [Self.event(5), Self.event(15), Self.event(25)]
        bench.destination.skip(to: Self.moment(15))
        #expect(deliver(events, to: &bench) == [events[2]])
        bench.destination.rewind(to: Self.moment(15))
        #expect(deliver(events, to: &bench) == Array(events[1...]))
        bench.destination.rewind(to: Self.moment(25))
        bench.destination.add(events: [events[2]], upTo: Self.moment(25), isEnd: true)
        let message = bench.destination.nextMessage(at: bench.uptime)
        #expect(message?.event == events[2] && message?.isLive == false)
        #expect(bench.destination.indivisibleMessage(message?.id ?? 0)?.event == events[2])
        let notices = bench.destination.handle(message?.id ?? 0, .rejected("answered 422"), at: .zero, jitter: 1)
        #expect(notices.isEmpty)
        #expect(bench.destination.nextMessage(at: bench.uptime) == nil)
    }

    @Test("events that nobody takes do not hold the fixes, however they fail")
    func apart() {
        for outcome in [DeliveryOutcome.failed("nobody", retryAfter: nil), .refused("no"), .rejected("answered 400")] {
            var bench = Bench(Self.rules())
            let events = (0..<30).map { Self.event($0) }
            for second in 0..<30 {
                bench.uptime = .seconds(second * 10)
                bench.commit(second..<second + 1)
                _ = deliver(Array(events[...second]), to: &bench) { _ in outcome }
            }
            #expect(bench.destination.cursor.end == FixPosition(Bench.point(29)))
            #expect(bench.destination.problem?.contains("(to a transition)") == true)
            #expect(bench.destination.retry.reason == nil)
        }
    }

    @Test("a rewind does not skip events that wait")
    func rewindBehind() {
        var bench = Bench(Self.rules())
        bench.change()
        let events = [Self.event(5), Self.event(5000)]
        _ = deliver(events, to: &bench) { _ in .failed("away", retryAfter: nil) }
        bench.destination.rewind(to: Self.moment(4000))
        bench.uptime = .seconds(600)
        #expect(deliver(events, to: &bench) == events)
    }

    @Test("an event that was confirmed long ago is not sent again after a lost connection")
    func oldEvent() {
        var bench = Bench(Self.rules(rewind: .seconds(60)))
        bench.destination.connecting()
        bench.destination.connected(allowance: 20)
        bench.change()
        #expect(deliver([Self.event(5)], to: &bench) == [Self.event(5)])
        bench.uptime = .seconds(3600)
        _ = bench.destination.disconnected("lost", at: bench.uptime, jitter: 1)
        bench.uptime += .seconds(5)
        bench.destination.connecting()
        bench.destination.connected(allowance: 20)
        #expect(deliver([Self.event(5)], to: &bench).isEmpty)
    }

    @Test("destinations without events have no position of them, and one at either end of time does not overflow")
    func none() {
        var bench = Bench()
        bench.commit(0..<3)
        _ = bench.run()
        #expect(bench.destination.cursor.events == nil && bench.destination.nextEventRead(at: .zero) == nil)
        var cursor = DeliveryCursor()
        for moment in [Timestamp.storable.lowerBound, Timestamp.storable.upperBound] {
            cursor.events = moment
            var bench = Bench(Self.rules(rewind: .seconds(60)), cursor: cursor)
            bench.change()
            bench.destination.skip(to: Self.moment(1))
            bench.destination.rewind(to: Timestamp.storable.lowerBound)
            #expect(bench.destination.cursor.events == Timestamp.storable.lowerBound)
        }
    }
}
