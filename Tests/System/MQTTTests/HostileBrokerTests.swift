import Linux
import MQTT
import TestSupport
import Testing

/// Brokers that do not keep to the protocol.
struct HostileBrokerTests {
    private func connected(_ broker: FakeMQTTBroker) throws -> EventReader {
        let reader = try EventReader(MQTTSettings(host: "127.0.0.1", port: broker.port, clientID: "van"))
        #expect(reader.connects())
        return reader
    }

    @Test(
        "invalid packets end the connection",
        arguments: [
            [0x00, 0x00], [0xF0, 0x00], [0x40, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [0x40, 0x00], [0x40, 0x02, 0x00, 0x00],
            [0x30, 0x00], [0x30, 0x04, 0xFF, 0xFF, 0x61, 0x61], [0x32, 0x05, 0x00, 0x01, 0x61, 0x00, 0x00],
            [0x36, 0x06, 0x00, 0x01, 0x61, 0x00, 0x01, 0x00], [0x90, 0x01, 0x00], [0xE0, 0x00],
            [0xE0, 0x03, 0x80, 0x05, 0x1F], [0x20, 0x00], [0x30, 0x05, 0x00, 0x01, 0xFF, 0x00, 0x61],
        ] as [[UInt8]])
    func invalid(bytes: [UInt8]) throws {
        let broker = try FakeMQTTBroker()
        let reader = try connected(broker)
        broker.send(bytes)
        #expect(reader.end() != nil)
        reader.clear()
        #expect(reader.connects())
    }

    @Test("a packet of many megabytes ends the connection long before its end")
    func hugePacket() throws {
        let broker = try FakeMQTTBroker()
        let reader = try connected(broker)
        // 268,435,455 bytes are announced; libmosquitto would store them all.
        let start: [UInt8] = [0x30, 0xFF, 0xFF, 0xFF, 0x7F, 0x00, 0x01, 0x61, 0x00]
        broker.send(start + [UInt8](repeating: 0x20, count: 32 << 20))
        let reason = try #require(reader.end())
        #expect(reason.contains("a packet of more than"), "\(reason)")
    }

    @Test("a flood waits in the sockets until the owner takes it: memory is bounded, and nothing is lost")
    func flood() throws {
        let broker = try FakeMQTTBroker()
        let reader = try connected(broker)
        let padding = [UInt8](repeating: 0x20, count: 10_000)
        for number in 0..<2000 { broker.deliver(topic: "a", payload: Array("\(number)".utf8) + padding) }
        #expect(Poll.wait(for: reader.client.interest, timeout: .seconds(20)))
        // Without a look nothing more is acknowledged than fits into the limit and one reading.
        #expect(broker.wait { $0.acknowledgementCount >= 100 })
        #expect(!Poll.wait(for: .descriptor(-1, reads: true, writes: false), timeout: .milliseconds(300)))
        #expect(broker.log.acknowledgementCount < 200)
        #expect(reader.wait { $0.received.count == 2000 })
        let numbers = reader.events.received.map {
            Int(String(decoding: $0.payload.prefix { $0 > 0x20 }, as: UTF8.self))
        }
        #expect(numbers == Array(0..<2000))
    }

    @Test("acknowledgements of messages that were never sent are ignored")
    func unknownAcknowledgement() throws {
        let broker = try FakeMQTTBroker()
        let reader = try connected(broker)
        broker.send([0x40, 0x02, 0x12, 0x34, 0xD0, 0x00, 0x40, 0x04, 0x00, 0x07, 0x87, 0x00])
        #expect(reader.publish(MQTTMessage("fixes", "1"), key: 9) == 0)
        #expect(reader.events.acknowledgedKeys == [9])
    }
}
