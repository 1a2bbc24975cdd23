import Delivery
import Linux
import PublishState
import TestSupport
import Testing

/// The publisher with a broker that replies as the test wants it.
struct BrokerDeliveryTests {
    private static let count = 200
    private static let ownTracks = ["format = owntracks", "user = ann", "device = van", "rate = none"]

    private func publisher(_ broker: FakeMQTTBroker) throws -> RunningPublisher {
        try RunningPublisher(to: broker.address, Self.ownTracks, seconds: 0..<Self.count)
    }

    private func hasAll(_ log: MQTTBrokerLog) -> Bool { Set(log.seconds).count >= Self.count }

    @Test("every fix arrives once and in order, not retained, also what is recorded later")
    func delivers() throws {
        let broker = try FakeMQTTBroker()
        let publisher = try publisher(broker)
        #expect(broker.wait(until: hasAll))
        try publisher.record(Self.count..<Self.count + 10)
        #expect(broker.wait { $0.messages.count >= Self.count + 10 })
        let cursor = try #require(try publisher.finish())
        #expect(broker.log.seconds == Array(0..<Self.count + 10))
        #expect(broker.log.messages.allSatisfy { $0.topic == "owntracks/ann/van" && !$0.isRetained })
        #expect(cursor.second == Self.count + 9 && cursor.isFinal)
        #expect(publisher.log.isEmpty)
    }

    @Test("a destination whose connection has ended an earlier process waits its longest delay, and says why")
    func crashed() throws {
        let broker = try FakeMQTTBroker()
        let publisher = try RunningPublisher(
            to: broker.address, Self.ownTracks, seconds: 0..<Self.count, afterCrash: true)
        let begin = SystemClock.uptime
        #expect(broker.wait { !$0.connects.isEmpty })
        #expect(SystemClock.uptime - begin > .milliseconds(900))
        #expect(!publisher.paths.crashNote(of: "a").exists)
        #expect(broker.wait(until: hasAll))
        #expect(try publisher.finish()?.second == Self.count - 1)
        let lines = publisher.log.filter { $0.contains("crashed in this connection; next attempt in ") }
        #expect(lines.count == 1 && lines[0].hasPrefix("publish a: \(broker.address): "), "\(publisher.log)")
    }

    @Test(
        "what the broker does not take stays, is named once, and arrives when the broker takes it",
        arguments: [0x10, 0x80, 0x87, 0x90, 0x97] as [UInt8])
    func refused(code: UInt8) throws {
        let broker = try FakeMQTTBroker()
        broker.script.acknowledgement = { _ in .code(code) }
        let publisher = try publisher(broker)
        // The second attempt comes after the pause.
        #expect(broker.wait { Set($0.seconds).count < $0.seconds.count })
        #expect(publisher.problem != nil)
        broker.script.acknowledgement = { _ in .code(0) }
        let before = broker.log.messages.count
        #expect(broker.wait { Set($0.seconds.dropFirst(before)).count == Self.count })
        #expect(try publisher.finish()?.second == Self.count - 1)
        #expect(publisher.log.count { $0.contains("nothing is lost") } == 1)
        #expect(broker.log.connects.count == 1)
    }

    @Test(
        "after a lost connection the minute before the cursor is sent again, and nothing is lost",
        arguments: [.halfThenClose, .disconnect(0x8B), .disconnect(0x98)] as [MQTTBrokerScript.Acknowledgement])
    func lostConnection(fault: MQTTBrokerScript.Acknowledgement) throws {
        let broker = try FakeMQTTBroker()
        broker.script.acknowledgement = { $0 == 120 ? fault : .code(0) }
        let publisher = try publisher(broker)
        #expect(broker.wait { hasAll($0) && $0.connects.count == 2 })
        #expect(try publisher.finish()?.second == Self.count - 1)
        let seconds = broker.log.seconds
        let repetition = try #require(seconds.indices.dropFirst().first { seconds[$0] <= seconds[$0 - 1] })
        // The cursor was at most at the fix before the fault, and at least what the window lets wait behind it.
        #expect((120 - 60 - 20...120 - 60).contains(seconds[repetition]))
        #expect(Array(seconds[repetition...]) == Array(seconds[repetition]..<Self.count))
    }

    @Test("a confirmation that is lost with its connection is no delivery")
    func lostConfirmation() throws {
        let broker = try FakeMQTTBroker()
        broker.script.acknowledgement = { $0 < 50 ? .code(0) : .lost }
        let publisher = try publisher(broker)
        #expect(broker.wait { $0.messages.count > 60 })
        broker.script.acknowledgement = { _ in .code(0) }
        broker.closeConnections()
        #expect(broker.wait { hasAll($0) && $0.connects.count == 2 })
        #expect(try publisher.finish()?.second == Self.count - 1)
        let again = broker.log.seconds.drop { $0 != 60 }.dropFirst()
        #expect(Set(again).isSuperset(of: 50..<Self.count))
    }

    @Test("a broker that reads slowly gets everything once")
    func slowReader() throws {
        let broker = try FakeMQTTBroker()
        let publisher = try publisher(broker)
        #expect(broker.wait { $0.messages.count > 10 })
        for _ in 0..<5 {
            broker.isReading = false
            let before = broker.log.messages.count
            try publisher.record(Self.count..<Self.count + 1)
            broker.isReading = true
            #expect(broker.wait { $0.messages.count > before || hasAll($0) })
        }
        #expect(broker.wait { Set($0.seconds).count == Self.count + 1 })
        _ = try publisher.finish()
        #expect(broker.log.seconds.sorted() == Array(0...Self.count))
    }

    @Test("a refused login is tried again, and named once", arguments: [0x86, 0x87, 0x88] as [UInt8])
    func refusedLogin(code: UInt8) throws {
        let broker = try FakeMQTTBroker()
        broker.script.connectCode = code
        let publisher = try publisher(broker)
        #expect(broker.wait { $0.connects.count == 2 })
        #expect(publisher.problem != nil)
        broker.script.connectCode = 0
        #expect(broker.wait(until: hasAll))
        _ = try publisher.finish()
        #expect(publisher.log.count { $0.contains("nothing is lost") } == 1)
        #expect(broker.log.seconds == Array(0..<Self.count))
    }
}
