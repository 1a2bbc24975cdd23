import Linux
import MQTT
import TestSupport
import Testing

/// The client with a broker that replies as the test wants it.
struct FakeBrokerTests {
    private func settings(_ broker: FakeMQTTBroker) -> MQTTSettings {
        MQTTSettings(host: "127.0.0.1", port: broker.port, clientID: "van")
    }

    @Test("CONNECT has version 5, the identifier, the user, the password and the will")
    func connects() throws {
        let broker = try FakeMQTTBroker()
        var settings = settings(broker)
        settings.user = "melbourne"
        settings.password = "secret"
        settings.will = MQTTMessage("state", "offline", isRetained: true)
        settings.keepAlive = .seconds(30)
        let reader = try EventReader(settings)
        #expect(reader.connects())
        #expect(reader.events == [.connected(receiveMaximum: 20)])
        let connect = try #require(broker.log.connects.first)
        #expect(connect.version == 5)
        #expect(connect.clientID == "van")
        #expect(connect.user == "melbourne")
        #expect(connect.password == Array("secret".utf8))
        #expect(connect.willTopic == "state")
        #expect(connect.willPayload == Array("offline".utf8))
        #expect(connect.keepAlive == 30)
    }

    @Test(
        "a rejected connection has its code and a text with the fix",
        arguments: [0x86, 0x87, 0x88, 0x84, 0xFE] as [UInt8])
    func refused(code: UInt8) throws {
        let broker = try FakeMQTTBroker()
        broker.script.connectCode = code
        let reader = try EventReader(settings(broker))
        reader.client.connect()
        #expect(reader.wait { !$0.isEmpty })
        #expect(reader.events == [.refused(code: code, reason: MQTTReason.text(code))])
        // The next attempt is a new one.
        broker.script.connectCode = 0
        #expect(reader.connects())
    }

    @Test("each message has the code of its PUBACK, by its key")
    func codes() throws {
        let broker = try FakeMQTTBroker()
        let codes: [UInt8] = [0x00, 0x10, 0x87, 0x97, 0x00]
        broker.script.acknowledgement = { .code(codes[$0]) }
        let reader = try EventReader(settings(broker))
        #expect(reader.connects())
        reader.client.publish(codes.indices.map { (UInt64($0) + 70, MQTTMessage("fixes", "\($0)")) })
        #expect(reader.wait { $0.acknowledgements.count == codes.count })
        #expect(reader.events.acknowledgedKeys == [70, 71, 72, 73, 74])
        #expect(codes.indices.map { reader.events.acknowledgements[UInt64($0) + 70] } == codes)
    }

    @Test("what the library rejects has the code of a broker, and the connection lasts")
    func rejected() throws {
        let broker = try FakeMQTTBroker()
        let reader = try EventReader(settings(broker))
        #expect(reader.connects())
        for topic in ["fixes/#", "", "a\0b"] {
            reader.clear()
            #expect(reader.publish(MQTTMessage(topic, "1")) == MQTTReason.invalidTopic)
        }
        reader.clear()
        #expect(reader.publish(MQTTMessage("fixes", "1")) == MQTTReason.success)
        #expect(broker.log.messages.count == 1)
    }

    @Test("a lost PUBACK ends the connection after the timeout, and the new one forgets the message")
    func lost() throws {
        let broker = try FakeMQTTBroker()
        broker.script.acknowledgement = { $0 == 0 ? .lost : .code(0) }
        var settings = settings(broker)
        settings.acknowledgementTimeout = .milliseconds(300)
        let reader = try EventReader(settings)
        #expect(reader.connects())
        reader.client.publish([(1, MQTTMessage("fixes", "1"))])
        let reason = try #require(reader.end())
        #expect(reason.contains("no acknowledgement"))
        reader.clear()
        #expect(reader.connects())
        #expect(reader.publish(MQTTMessage("fixes", "2"), key: 2) == 0)
        #expect(broker.log.messages.map { String(decoding: $0.payload, as: UTF8.self) } == ["1", "2"])
    }

    @Test(
        "half a packet and DISCONNECT end the connection, without an acknowledgement",
        arguments: [
            (.halfThenClose, "has closed the connection"), (.disconnect(0x8B), "shutting down"),
            (.disconnect(0x8E), "same client identifier"),
        ] as [(MQTTBrokerScript.Acknowledgement, String)])
    func broken(reply: MQTTBrokerScript.Acknowledgement, text: String) throws {
        let broker = try FakeMQTTBroker()
        broker.script.acknowledgement = { $0 == 0 ? reply : .code(0) }
        let reader = try EventReader(settings(broker))
        #expect(reader.connects())
        reader.client.publish([(1, MQTTMessage("fixes", "1"))])
        let reason = try #require(reader.end())
        #expect(reason.contains(text), "\(reason)")
        #expect(reader.events.acknowledgements.isEmpty)
        reader.clear()
        #expect(reader.connects())
        #expect(reader.publish(MQTTMessage("fixes", "2")) == 0)
        #expect(broker.log.messages.count == 2)
    }

    @Test("a broker that does not read gets everything when it reads again")
    func slowReader() throws {
        let broker = try FakeMQTTBroker()
        broker.script.receiveMaximum = 65_535
        let reader = try EventReader(settings(broker))
        #expect(reader.connects())
        broker.isReading = false
        let payload = [UInt8](repeating: 0x20, count: 8192)
        reader.client.publish((0..<1000).map { ($0, MQTTMessage(topic: "fixes", payload: payload)) })
        // More than the buffers of both sockets: nothing is acknowledged, nothing ends.
        #expect(!Poll.wait(for: reader.client.interest, timeout: .milliseconds(200)))
        broker.isReading = true
        #expect(reader.wait { $0.acknowledgements.count == 1000 })
        #expect(broker.log.messages.allSatisfy { $0.payload == payload })
    }

    @Test("a subscription receives messages, with the mark of retained ones")
    func subscription() throws {
        let broker = try FakeMQTTBroker()
        let reader = try EventReader(settings(broker))
        #expect(reader.connects())
        reader.client.subscribe("homeassistant/status")
        #expect(reader.wait { $0.contains(.subscribed(topic: "homeassistant/status", code: 1)) })
        broker.deliver(topic: "homeassistant/status", payload: Array("online".utf8), isRetained: true)
        #expect(reader.wait { !$0.received.isEmpty })
        #expect(reader.events.received == [MQTTMessage("homeassistant/status", "online", isRetained: true)])
        #expect(broker.log.filters == ["homeassistant/status"])
    }

    @Test("a rejected subscription has its code")
    func rejectedSubscription() throws {
        let broker = try FakeMQTTBroker()
        broker.script.subscribeCode = 0x87
        let reader = try EventReader(settings(broker))
        #expect(reader.connects())
        reader.client.subscribe("a")
        #expect(reader.wait { $0.contains(.subscribed(topic: "a", code: 0x87)) })
        reader.client.subscribe("a#b")
        #expect(reader.wait { $0.contains(.subscribed(topic: "a#b", code: MQTTReason.invalidTopic)) })
    }

    @Test("a broker that does not reply to CONNECT, and a port without one, end the attempt")
    func noReply() throws {
        let broker = try FakeMQTTBroker()
        broker.script.connectCode = nil
        var settings = settings(broker)
        settings.connectTimeout = .milliseconds(200)
        let reader = try EventReader(settings)
        reader.client.connect()
        #expect(try #require(reader.end()).contains("no reply"))
        broker.stop()
        settings.connectTimeout = .seconds(30)
        let other = try EventReader(settings)
        other.client.connect()
        #expect(other.end() == "127.0.0.1:\(broker.port): Connection refused")
    }

    @Test("each attempt after a failed one finds a broker that has IPv4 alone")
    func addresses() throws {
        let port = try FreePort.tcp()
        let reader = try EventReader(MQTTSettings(host: "localhost", port: port, clientID: "van"))
        for _ in 0..<3 {
            reader.client.connect()
            #expect(reader.end() == "localhost:\(port): Connection refused")
            reader.clear()
        }
        let broker = try FakeMQTTBroker(port: port)
        for _ in 0..<2 {
            #expect(reader.connects())
            broker.closeConnections()
            #expect(reader.end() != nil)
            reader.clear()
        }
    }

    @Test("a name that does not exist ends the attempt with the name")
    func unknownHost() throws {
        let reader = try EventReader(MQTTSettings(host: "no such host", clientID: "van"))
        reader.client.connect()
        #expect(try #require(reader.end()).hasPrefix("no such host: "))
    }

    @Test("disconnect sends DISCONNECT, with the will on request", arguments: [false, true])
    func disconnect(publishesWill: Bool) throws {
        let broker = try FakeMQTTBroker()
        let reader = try EventReader(settings(broker))
        #expect(reader.connects())
        reader.client.publish([(1, MQTTMessage("fixes", "1"))])
        reader.client.disconnect(publishesWill: publishesWill)
        #expect(reader.end() == "closed")
        #expect(broker.wait { $0.disconnects == [publishesWill ? 4 : 0] })
        #expect(broker.log.messages.count == 1)
    }

    @Test("closing after disconnect still sends DISCONNECT; without it the connection breaks off")
    func close() throws {
        let broker = try FakeMQTTBroker()
        let first = try EventReader(settings(broker))
        #expect(first.connects())
        first.client.disconnect()
        first.client.close()
        #expect(broker.wait { $0.disconnects == [0] })
        let second = try EventReader(settings(broker))
        #expect(second.connects())
        second.client.close()
        #expect(broker.wait { $0.endCount == 2 })
        #expect(broker.log.disconnects == [0])
    }

    @Test("an idle connection sends a ping within the keepalive, and lasts")
    func ping() throws {
        let broker = try FakeMQTTBroker()
        var settings = settings(broker)
        // The shortest that libmosquitto accepts.
        settings.keepAlive = .seconds(1)
        let reader = try EventReader(settings)
        #expect(reader.connects())
        #expect(broker.log.connects.first?.keepAlive == 5)
        reader.client.isUnhurried = true
        #expect(broker.wait { $0.pingCount == 1 })
        reader.client.isUnhurried = false
        #expect(reader.publish(MQTTMessage("fixes", "1")) == 0)
    }

    @Test("an unhurried owner sends messages in order, and reads their acknowledgements with the events")
    func attended() throws {
        let broker = try FakeMQTTBroker()
        let reader = try EventReader(settings(broker))
        #expect(reader.connects())
        reader.client.isUnhurried = true
        for number in 1...9 {
            reader.client.publish([(UInt64(number), MQTTMessage("fixes", "\(number)"))])
            #expect(broker.wait { $0.messages.count == number })
        }
        #expect(broker.log.messages.map(\.payload) == (1...9).map { Array("\($0)".utf8) })
        // The thread itself would wait longer.
        let deadline = SystemClock.uptime + .seconds(10)
        while reader.events.acknowledgements.count < 9, SystemClock.uptime < deadline {
            _ = reader.wait { _ in true }
            Poll.wait(readable: [], timeout: .milliseconds(5))
        }
        #expect(reader.events.acknowledgements.count == 9)
    }

    @Test("an unhurried client does not signal an acknowledgement at once")
    func unhurried() throws {
        let broker = try FakeMQTTBroker()
        let reader = try EventReader(settings(broker))
        #expect(reader.connects())
        reader.client.isUnhurried = true
        reader.client.publish([(1, MQTTMessage("fixes", "1"))])
        #expect(broker.wait { $0.messages.count == 1 })
        #expect(!Poll.wait(for: reader.client.interest, timeout: .milliseconds(300)))
        reader.client.isUnhurried = false
        #expect(reader.wait { $0.acknowledgements == [1: 0] })
        // The other events do not wait.
        reader.client.isUnhurried = true
        reader.client.publish([(2, MQTTMessage("fixes", "2"))])
        #expect(broker.wait { $0.messages.count == 2 })
        broker.stop()
        #expect(reader.end() != nil)
    }
}
