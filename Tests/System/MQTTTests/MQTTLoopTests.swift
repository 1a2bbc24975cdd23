import Linux
import TestSupport
import Testing

@testable import MQTT

/// The work of a client in turns that the test takes: those of its thread, and those of its owner.
struct MQTTLoopTests {
    private let broker: FakeMQTTBroker
    private let exchange: MQTTExchange
    private var work: MQTTWork

    init() throws {
        broker = try FakeMQTTBroker()
        let settings = MQTTSettings(host: "127.0.0.1", port: broker.port, clientID: "van")
        exchange = try MQTTExchange(maxWaitingSize: settings.maxWaitingSize)
        work = MQTTWork(settings, exchange)
        exchange.order(.connect(will: nil))
        exchange.isUnhurried = true
        let deadline = SystemClock.uptime + .seconds(20)
        while !exchange.takeEvents().contains(where: \.isConnected), SystemClock.uptime < deadline {
            turn(timeout: .seconds(1))
        }
    }

    /// A turn of the thread, after a wait for its orders and its socket.
    private mutating func turn(timeout: Duration = .zero) {
        var interests = [exchange.orderInterest]
        if let plan = work.plan(isFull: false) { interests.append(plan.interest) }
        let ready = Poll.wait(interests, timeout: timeout)
        _ = work.turn(hasOrders: ready[0], isReady: ready.count > 1 && ready[1], isFull: false)
    }

    /// True if the thread would wake now, or soon.
    private mutating func wouldWake() -> Bool {
        guard let (interest, timeout) = work.plan(isFull: false) else { return true }
        return timeout < .seconds(10) || Poll.wait([exchange.orderInterest, interest], timeout: .zero).contains(true)
    }

    private func publish(_ key: UInt64) -> Bool { work.publishAtOnce([(key, MQTTMessage("fixes", "\(key)"))]) }

    private var isWoken: Bool { Poll.wait(for: exchange.orderInterest, timeout: .zero) }

    /// Waits until the socket has the acknowledgement of as many messages.
    private func awaitAnswers(_ count: Int) throws {
        #expect(broker.wait { $0.messages.count == count })
        try awaitSocket()
    }

    private func awaitSocket() throws {
        let socket = try #require(work.connection?.interest(isUnhurried: false, isPaused: false))
        #expect(Poll.wait(for: socket, timeout: .seconds(10)))
    }

    private func acknowledged() -> [UInt64] {
        work.readAcknowledgements()
        return exchange.takeEvents().acknowledgedKeys
    }

    @Test("an unhurried owner wakes the thread with its first message only, so that it does not wait for the answers")
    mutating func sleeps() throws {
        _ = work.plan(isFull: false)
        #expect(!isWoken)
        #expect(publish(1) && isWoken)
        // The thread finds its order together with the answer, which it had waited for.
        try awaitAnswers(1)
        _ = work.turn(hasOrders: true, isReady: true, isFull: false)
        #expect(!isWoken && exchange.takeEvents().isEmpty)
        for key in 2...4 as ClosedRange<UInt64> {
            #expect(!wouldWake())
            #expect(acknowledged() == [key - 1])
            #expect(publish(key) && !isWoken)
            try awaitAnswers(Int(key))
        }
        // As after the timeout of an earlier plan: the owner has read meanwhile.
        _ = work.turn(hasOrders: false, isReady: false, isFull: false)
        #expect(exchange.takeEvents().isEmpty)
        #expect(!wouldWake())
    }

    @Test("the owner reads what follows the last acknowledgement, which the thread does not wait for")
    mutating func reads() throws {
        #expect(publish(1))
        turn()
        try awaitAnswers(1)
        #expect(acknowledged() == [1])
        broker.closeConnections()
        try awaitSocket()
        #expect(acknowledged() == [] && isWoken)
        turn()
        #expect(exchange.takeEvents().end != nil)
    }

    @Test("what waits for the thread comes before what its owner sends")
    mutating func order() throws {
        exchange.order(.publish([(1, MQTTMessage("fixes", "1"))]))
        #expect(!publish(2))
        turn()
        #expect(publish(3))
        #expect(broker.wait { $0.messages.count == 2 })
        exchange.isUnhurried = false
        turn()
        #expect(!publish(4))
    }
}
