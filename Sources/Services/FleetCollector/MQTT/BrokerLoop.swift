import Basics
import FleetProtocol
import Linux
import MQTT
import Synchronization
import Systemd

/// The work of the thread that takes the broker's messages: it connects again as long as it runs.
final class BrokerLoop {
    /// The time between two complaints about messages that are no uploads: one device could fill the log.
    private static let complaintInterval = Duration.seconds(60)

    private let client: MQTTClient
    private let state: BrokerState
    private let pulse: ThreadPulse
    private let filters: [String]
    private let submit: (Upload) -> Bool
    private let log: CollectorLog
    private var outage = Outage("broker")
    /// True until an attempt or a connection has ended.
    private var isBusy = false
    private var nextComplaint = Duration.zero
    private var subscriptions = BrokerSubscriptions()

    init(
        _ client: MQTTClient, _ state: BrokerState, pulse: ThreadPulse, takesPhones: Bool,
        submit: @escaping (Upload) -> Bool, log: @escaping CollectorLog
    ) {
        (self.client, self.state, self.pulse) = (client, state, pulse)
        filters =
            [FleetTopic.fixesFilter, FleetTopic.statusFilter] + (takesPhones ? [BrokerMessage.ownTracksFilter] : [])
        self.submit = submit
        self.log = log
    }

    /// Runs until the owner stops it.
    func run() {
        while !state.signal.isStopping { turn() }
    }

    private func turn() {
        if !isBusy, SystemClock.uptime >= outage.nextAttempt {
            isBusy = true
            client.connect()
        }
        let timeout = isBusy ? nil : max(.zero, outage.nextAttempt - SystemClock.uptime) + .milliseconds(1)
        _ = Poll.wait([client.interest, state.signal.interest], timeout: timeout)
        state.signal.clear()
        pulse.answer()
        repeatStatuses()
        for event in client.events() { handle(event) }
    }

    /// A subscription that exists is renewed; one that is yet to be made sends everything anyway.
    private func repeatStatuses() {
        guard state.wantsStatuses.exchange(false, ordering: .sequentiallyConsistent), subscriptions.isOpen else {
            return
        }
        client.subscribe(FleetTopic.statusFilter)
    }

    private func handle(_ event: MQTTEvent) {
        switch event {
        case .connected:
            subscriptions.open(filters)
            for filter in filters { client.subscribe(filter) }
        case .refused(_, let reason), .disconnected(let reason):
            isBusy = false
            let message = outage.fail(
                subscriptions.close() ?? reason, at: SystemClock.uptime, jitter: .random(in: 0...1))
            if let message { log(.warning, message) }
        case .subscribed(let topic, let code):
            subscriptions.answer(topic, code)
            // Without one of them it would receive nothing of a kind, and others could.
            if code >= 0x80 { client.disconnect() }
            if subscriptions.isComplete, let message = outage.succeed(at: SystemClock.uptime) { log(.notice, message) }
        case .received(let message): take(message)
        case .acknowledged: break
        }
        state.isConnected.store(subscriptions.isComplete, ordering: .relaxed)
    }

    private func take(_ message: MQTTMessage) {
        let content = BrokerMessage(
            topic: message.topic, payload: message.payload, responseTopic: message.responseTopic,
            correlation: message.correlation)
        do throws(BrokerMessage.UploadError) {
            // What is not taken is repeated by its device.
            _ = submit(try content.upload(received: SystemClock.now().wallClock))
        } catch {
            if let answer = content.rejection(error) { client.publish([(0, answer)]) }
            let now = SystemClock.uptime
            guard now >= nextComplaint else { return }
            nextComplaint = now + Self.complaintInterval
            log(.warning, "message dropped: \(error)")
        }
    }
}
