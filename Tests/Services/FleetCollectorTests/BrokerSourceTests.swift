import FleetProtocol
import MQTT
import TestSupport
import Testing

@testable import FleetCollector

/// The connection to a broker serves with all subscriptions, or not at all.
struct BrokerSourceTests {
    private func source(_ broker: FakeMQTTBroker) throws -> BrokerSource {
        try BrokerSource(
            MQTTSettings(host: "127.0.0.1", port: broker.port, clientID: "test"), takesPhones: false,
            submit: { _ in true }, log: { _, _ in })
    }

    @Test("a refused subscription ends the connection, and is tried again")
    func refused() throws {
        let broker = try FakeMQTTBroker()
        broker.script.subscribeCode = 0x87
        let source = try source(broker)
        #expect(broker.wait { $0.connects.count >= 2 })
        #expect(!source.isConnected)
        broker.script.subscribeCode = 0
        let count = broker.log.connects.count
        #expect(broker.wait { $0.connects.count > count || source.isConnected })
        source.stop()
        source.close()
    }

    @Test("the statuses are asked for again when there is room for them")
    func statuses() throws {
        let broker = try FakeMQTTBroker()
        let source = try source(broker)
        #expect(broker.wait { $0.filters.count == 2 })
        source.repeatStatuses()
        #expect(broker.wait { $0.filters.count == 3 })
        #expect(broker.log.filters.last == FleetTopic.statusFilter)
        source.stop()
        source.close()
    }

    @Test("it is complete once all filters are granted")
    func completeness() {
        var subscriptions = BrokerSubscriptions()
        subscriptions.open(["a", "b"])
        subscriptions.answer("a", 0)
        #expect(!subscriptions.isComplete)
        subscriptions.answer("b", 1)
        #expect(subscriptions.isComplete)
        subscriptions.answer("b", 0x87)
        #expect(
            !subscriptions.isComplete && subscriptions.close()?.hasPrefix("the subscription to b is refused") == true)
        #expect(subscriptions.close() == nil)
    }
}
