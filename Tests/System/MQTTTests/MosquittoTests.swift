import Linux
import MQTT
import TestSupport
import Testing

/// The client with Debian's broker.
@Suite(.enabled(if: MosquittoBroker.isInstalled, "mosquitto is not installed"))
struct MosquittoTests {
    private func settings(_ broker: MosquittoBroker, _ name: String = "van") -> MQTTSettings {
        MQTTSettings(host: "127.0.0.1", port: broker.port, clientID: "whereismy-\(name)")
    }

    @Test("1,500 messages arrive in order, each acknowledged")
    func publishes() throws {
        let broker = try MosquittoBroker(options: ["allow_anonymous true", "max_queued_messages 2000"])
        let subscriber = try EventReader(settings(broker, "subscriber"))
        #expect(subscriber.connects())
        subscriber.client.subscribe("fixes/#")
        #expect(subscriber.wait { $0.contains(.subscribed(topic: "fixes/#", code: 1)) })
        let publisher = try EventReader(settings(broker))
        #expect(publisher.connects())
        #expect(publisher.events == [.connected(receiveMaximum: 20)])
        for start in stride(from: UInt64(0), to: 1500, by: 20) {
            let keys = start..<(start + 20)
            publisher.client.publish(keys.map { ($0, MQTTMessage("fixes/van", "\($0)")) })
            #expect(publisher.wait { $0.acknowledgements.count == Int(keys.upperBound) })
        }
        #expect(publisher.events.acknowledgedKeys == Array(0..<1500))
        #expect(publisher.events.acknowledgements.values.allSatisfy { $0 == MQTTReason.success })
        let numbers = { (events: [MQTTEvent]) in
            events.received.compactMap { UInt64(String(decoding: $0.payload, as: UTF8.self)) }
        }
        var arrived: [UInt64] = []
        #expect(subscriber.wait { events in
            arrived = numbers(events)
            return arrived.last == 1499
        })
        // A subscriber that is slower than the queue of events loses old messages, never the order.
        #expect(arrived == arrived.sorted())
    }

    @Test("a message without a subscriber has the code 0x10")
    func noSubscriber() throws {
        let broker = try MosquittoBroker()
        let publisher = try EventReader(settings(broker))
        #expect(publisher.connects())
        #expect(publisher.publish(MQTTMessage("fixes/van", "1")) == MQTTReason.noSubscribers)
    }
}
