import FleetProtocol
import Linux
import MQTT
import Synchronization
import TestSupport
import Testing

@testable import FleetCollector

/// The connection to a broker serves with all subscriptions, or not at all.
struct BrokerSourceTests {
    private func source(
        _ broker: FakeMQTTBroker, group: String? = "fleet-1", takesPhones: Bool = false,
        submit: @escaping @Sendable (Upload) -> Bool = { _ in true },
        onReception: @escaping @Sendable (Bool) -> Void = { _ in }
    ) throws -> BrokerSource {
        let source = try BrokerSource(
            MQTTSettings(host: "127.0.0.1", port: broker.port, clientID: "test"), takesPhones: takesPhones,
            onReception: onReception, submit: submit, log: { _, _ in })
        source.setServing(true)
        if let group { source.setGroup(group) }
        return source
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

    @Test("a broker in whose connection an earlier process has crashed is left alone, and that is said")
    func crashed() throws {
        let directory = try ScratchDirectory()
        let broker = try FakeMQTTBroker()
        var settings = MQTTSettings(host: "127.0.0.1", port: broker.port, clientID: "test")
        let note = CrashNote(path: directory.file("crashed"))
        try directory.write("crashed", [])
        settings.crashNote = note
        let log = Mutex<[String]>([])
        let source = try BrokerSource(settings, takesPhones: false, submit: { _ in true }) { _, text in
            log.withLock { $0.append(text) }
        }
        source.setServing(true)
        source.stop()
        source.close()
        let reason = "whereismy-fleet crashed in this connection; next attempt in 20 min"
        #expect(log.withLock { $0 } == ["broker away: \(reason)"])
        #expect(broker.log.connects.isEmpty && note.exists)
        note.remove()
        let other = try BrokerSource(settings, takesPhones: false, submit: { _ in true }, log: { _, _ in })
        #expect(broker.wait { !$0.connects.isEmpty })
        other.stop()
        other.close()
    }

    @Test("while nothing is taken it is connected without subscriptions, and renews all of them afterwards")
    func serving() throws {
        let broker = try FakeMQTTBroker()
        let source = try source(broker)
        let filters = [DeviceTopic.fixesFilter(group: "fleet-1"), DeviceTopic.statusFilter]
        #expect(broker.wait { $0.filters == filters })
        source.setServing(false)
        #expect(broker.wait { $0.endedFilters == filters })
        source.setServing(true)
        #expect(broker.wait { $0.filters == filters + filters })
        #expect(broker.log.connects.count == 1)
        source.stop()
        source.close()
    }

    @Test("it joins no group before it knows the secret name, and a new one before it leaves the old one")
    func grouping() throws {
        let broker = try FakeMQTTBroker()
        let reception = Mutex<[Bool]>([])
        let onReception = { @Sendable (isOpen: Bool) in reception.withLock { $0.append(isOpen) } }
        let source = try source(broker, group: nil, takesPhones: true, onReception: onReception)
        #expect(broker.wait { $0.connects.count == 1 })
        #expect(!source.isConnected && broker.log.filters == [])
        let filters = { (group: String) in
            ["$share/\(group)/whereismy/v1/+/fixes", "$share/\(group)/owntracks/+/+"]
        }
        let first = filters("fleet-1") + [DeviceTopic.statusFilter]
        source.setGroup("fleet-1")
        #expect(broker.wait { $0.filters == first })
        #expect(broker.wait { _ in reception.withLock { $0 } == [true] })
        source.setGroup("fleet-2")
        #expect(broker.wait { $0.filters == first + filters("fleet-2") && $0.endedFilters == filters("fleet-1") })
        source.setServing(false)
        #expect(broker.wait { $0.endedFilters.suffix(3) == filters("fleet-2") + [DeviceTopic.statusFilter] })
        #expect(broker.wait { _ in reception.withLock { $0 } == [true, false] })
        source.stop()
        source.close()
    }

    @Test("a status that there was no room for is asked for again, and those that were taken are not taken twice")
    func statuses() throws {
        let broker = try FakeMQTTBroker()
        let (van, boat) = ("whereismy/v1/van/status", "whereismy/v1/boat/status")
        let submitted = Mutex<[String]>([])
        let source = try source(broker) { upload in
            guard case .device(let device) = upload.sender else { return false }
            return submitted.withLock { names in
                names.append(device.text)
                return names != ["van", "boat"]
            }
        }
        #expect(broker.wait { $0.filters.count == 2 })
        let payload = Array(#"{"state":"online"}"#.utf8)
        for topic in [van, boat] { broker.deliver(topic: topic, payload: payload, isRetained: true) }
        #expect(broker.wait { $0.filters.count == 3 && $0.acknowledgementCount == 2 })
        #expect(broker.log.filters.last == DeviceTopic.statusFilter)
        for topic in [van, boat] { broker.deliver(topic: topic, payload: payload, isRetained: true) }
        broker.deliver(topic: van, payload: payload)
        #expect(broker.wait { log in log.acknowledgementCount == 5 && submitted.withLock { $0.count } == 4 })
        source.stop()
        source.close()
        #expect(submitted.withLock { $0 } == ["van", "boat", "boat", "van"])
    }

    @Test("it is complete once all filters are granted")
    func completeness() {
        var subscriptions = BrokerSubscriptions()
        #expect(!subscriptions.isComplete)
        subscriptions.open()
        #expect(subscriptions.isComplete)
        subscriptions.replace(with: ["a", "b"])
        subscriptions.answer("a", 0)
        #expect(!subscriptions.isComplete)
        subscriptions.answer("b", 1)
        #expect(subscriptions.isComplete)
        subscriptions.answer("b", 0x87)
        #expect(
            !subscriptions.isComplete && subscriptions.close()?.hasPrefix("the subscription to b is refused") == true)
        #expect(subscriptions.close() == nil)
    }

    @Test("a refusal does not tell the name of the group")
    func refusal() {
        var subscriptions = BrokerSubscriptions(isOpen: true)
        subscriptions.answer(DeviceTopic.fixesFilter(group: "fleet-secret"), 0x87)
        let text = subscriptions.close()
        #expect(text?.hasPrefix("the subscription to whereismy/v1/+/fixes is refused") == true)
    }
}
