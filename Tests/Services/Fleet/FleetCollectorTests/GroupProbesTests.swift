import FleetProtocol
import Linux
import MQTT
import Synchronization
import TestSupport
import Testing

@testable import FleetCollector

/// A collector notices that messages to its group go elsewhere.
struct GroupProbesTests {
    /// Runs rounds of a second each, in which some of the messages are answered; returns what is logged.
    private func complaints(answered: [Int], of probes: inout GroupProbes) -> [Int: String] {
        var complaints: [Int: String] = [:]
        var sent: [MQTTMessage] = []
        for (round, count) in answered.enumerated() {
            for message in sent.prefix(count) { GroupProbes.answer(to: message).map { probes.receive($0.payload) } }
            guard let next = probes.next(at: probes.deadline ?? .zero) else { continue }
            complaints[round] = next.complaint
            sent = next.messages
        }
        return complaints
    }

    private func probes() throws -> GroupProbes {
        try #require(GroupProbes(user: "fleet-collector", interval: .seconds(30)))
    }

    @Test("losses in four rounds in a row are said once, and again after they had ended")
    func losses() throws {
        var probes = try probes()
        let said = complaints(answered: [0, 0, 8, 7, 0, 7, 7, 7, 7, 8, 8, 3, 3, 3, 8, 3, 3, 3, 3, 3], of: &probes)
        #expect(said.keys.sorted() == [6, 18])
        #expect(said[6]?.hasPrefix("1 of 8 messages of this collector to its own group were given to another") == true)
        #expect(said[18]?.hasSuffix("if there is none, whereismy-fleet regroup") == true)
    }

    @Test("without a single answer the access list may forbid them, and nothing is said")
    func forbidden() throws {
        var probes = try probes()
        #expect(complaints(answered: Array(repeating: 0, count: 20), of: &probes).isEmpty)
    }

    @Test("a round that was left unanswered in another group does not count")
    func groups() throws {
        var probes = try probes()
        #expect(complaints(answered: [0, 0, 8, 7, 7, 7], of: &probes).isEmpty)
        probes.end()
        #expect(probes.deadline == nil)
        #expect(complaints(answered: [0, 0, 8, 8], of: &probes).isEmpty)
    }

    @Test("the access list of a device permits them: its topics, and a name that a device can have")
    func topics() throws {
        var probes = try probes()
        _ = probes.next(at: .zero)
        let message = try #require(probes.next(at: .seconds(30))?.messages.first)
        #expect(message.topic == "whereismy/v1/fleet-collector/fixes" && message.qos == .atMostOnce)
        #expect(probes.answers == "whereismy/v1/fleet-collector/stored")
        #expect(GroupProbes.answer(to: MQTTMessage(topic: message.topic, payload: Array("{}".utf8))) == nil)
        #expect(
            GroupProbes.answer(to: MQTTMessage(topic: "whereismy/v1/ann/fixes", payload: message.payload))?.topic
                == "whereismy/v1/ann/stored")
        #expect(
            GroupProbes.answer(to: MQTTMessage(topic: "whereismy/v1/ann/stored", payload: message.payload)) == nil)
        #expect(
            GroupProbes(user: "a/b", interval: .seconds(30)) == nil
                && GroupProbes(user: nil, interval: .seconds(30)) != nil)
    }

    @Test("a collector sends them once it has joined, answers those of others, and stores none")
    func collector() throws {
        let broker = try FakeMQTTBroker()
        let submitted = Atomic(0)
        let source = try BrokerSource(
            MQTTSettings(host: "127.0.0.1", port: broker.port, clientID: "test"), takesPhones: false,
            probes: GroupProbes(user: "ann", interval: .milliseconds(20)),
            submit: { _ in
                submitted.add(1, ordering: .relaxed)
                return true
            }, log: { _, _ in })
        source.setServing(true)
        #expect(broker.wait { $0.connects.count == 1 })
        #expect(broker.log.messages.isEmpty)
        source.setGroup("fleet-1")
        #expect(broker.wait { $0.messages.count { $0.topic == "whereismy/v1/ann/fixes" } >= 8 })
        #expect(broker.log.filters.contains("whereismy/v1/ann/stored"))
        broker.deliver(topic: "whereismy/v1/ann/fixes", payload: Array("probe other 1".utf8))
        let answer = Array("probe other 1".utf8)
        #expect(broker.wait { $0.messages.contains { $0.topic == "whereismy/v1/ann/stored" && $0.payload == answer } })
        broker.deliver(topic: "whereismy/v1/van/fixes", payload: Array("{}".utf8))
        #expect(broker.wait { _ in submitted.load(ordering: .relaxed) == 1 })
        source.stop()
        source.close()
    }
}
