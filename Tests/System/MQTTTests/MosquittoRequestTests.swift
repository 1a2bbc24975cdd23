import Linux
import MQTT
import TestSupport
import Testing

/// Requests, responses and their rates with Debian's broker.
@Suite(.enabled(if: MosquittoBroker.isInstalled, "mosquitto is not installed"))
struct MosquittoRequestTests {
    private static let options = ["allow_anonymous true", "max_queued_messages 1000000"]

    private func reader(_ broker: MosquittoBroker, _ name: String, maxPacketSize: Int = 65_536) throws -> EventReader {
        var settings = MQTTSettings(host: "127.0.0.1", port: broker.port, clientID: "whereismy-\(name)")
        settings.maxPacketSize = maxPacketSize
        let reader = try EventReader(settings)
        #expect(reader.connects())
        return reader
    }

    private func subscribe(_ reader: EventReader, _ filter: String) {
        reader.client.subscribe(filter)
        #expect(reader.wait { $0.contains(.subscribed(topic: filter, code: 1)) })
    }

    private func request(_ number: Int, _ payload: [UInt8] = []) -> MQTTMessage {
        var message = MQTTMessage(topic: "fixes/van", payload: payload)
        message.qos = .atMostOnce
        message.responseTopic = "stored/van"
        message.correlation = [0, 255, UInt8(number >> 16 & 255), UInt8(number >> 8 & 255), UInt8(number & 255)]
        return message
    }

    @Test(
        "a request carries its response topic and correlation data, and the response the latter; neither is acknowledged"
    )
    func requestAndResponse() throws {
        let broker = try MosquittoBroker()
        let collector = try reader(broker, "collector")
        subscribe(collector, "fixes/+")
        subscribe(collector, "status/+")
        let device = try reader(broker, "device")
        subscribe(device, "stored/van")
        device.client.publish([(1, request(7, [1, 2]))])
        #expect(collector.wait { !$0.received.isEmpty })
        let received = try #require(collector.events.received.first)
        #expect(received == request(7, [1, 2]))
        var response = MQTTMessage(try #require(received.responseTopic), "stored")
        response.correlation = received.correlation
        response.qos = .atMostOnce
        collector.client.publish([(1, response)])
        #expect(device.wait { !$0.received.isEmpty })
        #expect(device.events.received == [response])
        #expect(device.publish(MQTTMessage("status/van", "online"), key: 2) == MQTTReason.success)
        #expect(device.events.acknowledgedKeys == [2])
    }

    @Test("a shared subscription divides the messages")
    func shared() throws {
        let broker = try MosquittoBroker(options: Self.options)
        let collectors = [try reader(broker, "one"), try reader(broker, "two")]
        for collector in collectors { subscribe(collector, "$share/fleet/fixes/+") }
        let device = try reader(broker, "device")
        device.client.publish((0..<1000).map { (UInt64($0), request($0)) })
        var received: [[UInt8]] = []
        for _ in 0..<100 where received.count < 1000 {
            received = collectors.flatMap { reader in
                _ = reader.wait { _ in true }
                return reader.events.received.map(\.correlation)
            }
            _ = Poll.wait(collectors.map(\.client.interest), timeout: .milliseconds(200))
        }
        #expect(received.count == 1000 && Set(received).count == 1000)
        #expect(collectors.allSatisfy { $0.events.received.count > 300 })
    }

    @Test("who ends a shared subscription leaves all messages to the others")
    func leaving() throws {
        let broker = try MosquittoBroker(options: Self.options)
        let collectors = [try reader(broker, "one"), try reader(broker, "two")]
        for collector in collectors { subscribe(collector, "$share/fleet/fixes/+") }
        collectors[0].client.unsubscribe("$share/fleet/fixes/+")
        // Its answer comes behind that to the unsubscription.
        subscribe(collectors[0], "other")
        let device = try reader(broker, "device")
        device.client.publish((0..<100).map { (UInt64($0), request($0)) })
        #expect(collectors[1].wait { $0.received.count == 100 })
        #expect(collectors[0].events.received.isEmpty)
    }

    @Test("a message of 256 kB arrives at those who ask for packets of that size, and at no others")
    func largeMessages() throws {
        let broker = try MosquittoBroker()
        let small = try reader(broker, "small")
        let large = try reader(broker, "large", maxPacketSize: 300_000)
        for collector in [small, large] { subscribe(collector, "fixes/+") }
        let device = try reader(broker, "device")
        let payload = (0..<262_144).map { UInt8(truncatingIfNeeded: $0 / 7) }
        device.client.publish([(1, request(1, payload)), (2, request(2, [2]))])
        for collector in [small, large] { #expect(collector.wait { $0.received.last?.payload == [2] }) }
        #expect(small.events.received == [request(2, [2])])
        #expect(large.events.received == [request(1, payload), request(2, [2])])
    }

    @Test("twenty thousand messages as fast as they can be sent are all received, in order")
    func rate() throws {
        let broker = try MosquittoBroker(options: Self.options)
        let collector = try reader(broker, "collector")
        subscribe(collector, "fixes/+")
        let device = try reader(broker, "device")
        let payload = [UInt8](repeating: 0x20, count: 100)
        for start in stride(from: 0, to: 20_000, by: 100) {
            device.client.publish((start..<start + 100).map { (UInt64($0), request($0, payload)) })
        }
        #expect(collector.wait { $0.received.count == 20_000 })
        #expect(collector.events.received.map(\.correlation) == (0..<20_000).map { request($0).correlation })
    }
}
