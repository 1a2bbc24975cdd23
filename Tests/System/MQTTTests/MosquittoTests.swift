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
        let isComplete = subscriber.wait { events in
            arrived = numbers(events)
            return arrived.last == 1499
        }
        #expect(isComplete)
        #expect(arrived == Array(0..<1500))
    }

    @Test("a message without a subscriber has the code 0x10")
    func noSubscriber() throws {
        let broker = try MosquittoBroker()
        let publisher = try EventReader(settings(broker))
        #expect(publisher.connects())
        #expect(publisher.publish(MQTTMessage("fixes/van", "1")) == MQTTReason.noSubscribers)
    }

    @Test("a topic that the access rules forbid has the code 0x87")
    func forbidden() throws {
        let files = try ScratchDirectory()
        try files.write("acl", Array("topic write permitted\n".utf8))
        let broker = try MosquittoBroker(options: ["allow_anonymous true", "acl_file \(files.file("acl"))"])
        let publisher = try EventReader(settings(broker))
        #expect(publisher.connects())
        #expect(publisher.publish(MQTTMessage("forbidden", "1"), key: 1) == MQTTReason.notAuthorized)
        #expect(publisher.publish(MQTTMessage("permitted", "1"), key: 2) == MQTTReason.noSubscribers)
    }

    @Test("a broker that requires a password rejects a client without one")
    func password() throws {
        let files = try ScratchDirectory()
        try files.write("passwords", Array("van:$7$101$bm90IGEgc2FsdA==$bm90IGEgaGFzaA==\n".utf8))
        let broker = try MosquittoBroker(
            options: ["allow_anonymous false", "password_file \(files.file("passwords"))"])
        let reader = try EventReader(settings(broker))
        reader.client.connect()
        #expect(reader.wait { !$0.isEmpty })
        #expect(reader.events == [.refused(code: 0x87, reason: MQTTReason.text(0x87))])
    }

    @Test("after kill -9 of the broker the same client connects to the next one")
    func killed() throws {
        let broker = try MosquittoBroker()
        let reader = try EventReader(settings(broker))
        #expect(reader.connects())
        #expect(reader.publish(MQTTMessage("fixes", "1"), key: 1) == MQTTReason.noSubscribers)
        broker.kill()
        #expect(try #require(reader.end()).contains("127.0.0.1:\(broker.port)"))
        // Forgotten, not kept for the next connection.
        reader.client.publish([(2, MQTTMessage("fixes", "2"))])
        reader.clear()
        let next = try MosquittoBroker(port: broker.port)
        #expect(reader.connects())
        #expect(reader.publish(MQTTMessage("fixes", "3"), key: 3) == MQTTReason.noSubscribers)
        #expect(reader.events.acknowledgedKeys == [3])
        next.kill()
    }

    @Test("the broker publishes the will of a client that breaks off, and not of one that disconnects")
    func will() throws {
        let broker = try MosquittoBroker()
        let subscriber = try EventReader(settings(broker, "subscriber"))
        #expect(subscriber.connects())
        subscriber.client.subscribe("state")
        #expect(subscriber.wait { $0.contains(.subscribed(topic: "state", code: 1)) })
        for (text, disconnects) in [("not published", true), ("published", false)] {
            var settings = settings(broker)
            settings.will = MQTTMessage("state", text)
            let reader = try EventReader(settings)
            #expect(reader.connects())
            if disconnects { reader.client.disconnect() }
            reader.client.close()
        }
        #expect(subscriber.wait { !$0.received.isEmpty })
        #expect(subscriber.events.received == [MQTTMessage("state", "published")])
    }
}
