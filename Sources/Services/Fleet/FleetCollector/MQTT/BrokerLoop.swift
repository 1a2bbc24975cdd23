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
    /// The pause after a crash in the connection.
    ///
    /// Each one ends the uploads by HTTP too, for seconds, and the reception of devices by HTTP starts again: it is
    /// longer than the usual time after which those are silent, 15 minutes.
    private static let crashPause = Duration.seconds(1200)

    private let client: MQTTClient
    private let state: BrokerState
    private let pulse: ThreadPulse
    private let takesPhones: Bool
    private let onReception: (Bool) -> Void
    private let submit: (Upload) -> Bool
    private let log: CollectorLog
    private let crashNote: CrashNote?
    private var outage = ReconnectTimer("broker")
    /// True until an attempt or a connection has ended.
    private var isBusy = false
    private var nextComplaint = Duration.zero
    private var subscriptions = BrokerSubscriptions()
    private var membership = CollectorMembership()
    private var statuses = RetainedStatuses()
    private var probes: GroupProbes?
    /// The group that was joined last; nil before that.
    private var group: String?
    private var isReceiving = false

    init(
        _ client: MQTTClient, _ state: BrokerState, pulse: ThreadPulse, takesPhones: Bool,
        crashNote: CrashNote?, probes: GroupProbes?, onReception: @escaping (Bool) -> Void,
        submit: @escaping (Upload) -> Bool,
        log: @escaping CollectorLog
    ) {
        (self.client, self.state, self.pulse, self.takesPhones) = (client, state, pulse, takesPhones)
        (self.crashNote, self.probes, self.onReception, self.submit, self.log) = (
            crashNote, probes, onReception, submit, log
        )
    }

    /// Runs until the owner stops it.
    func run() {
        holdAfterCrash()
        while !state.signal.isStopping { turn() }
    }

    /// Pauses before a broker in whose connection the process before this one has crashed.
    private func holdAfterCrash() {
        guard crashNote?.exists == true else { return }
        let now = SystemClock.uptime
        let minutes = Self.crashPause.components.seconds / 60
        let reason = "whereismy-fleet crashed in this connection; next attempt in \(minutes) min"
        log(.warning, outage.hold(reason, until: now + Self.crashPause, at: now))
    }

    private func turn() {
        if !isBusy, SystemClock.uptime >= outage.nextAttempt {
            isBusy = true
            crashNote?.remove()
            client.connect()
        }
        let deadline =
            isBusy
            ? [membership.deadline, statuses.deadline, probes?.deadline].compactMap(\.self).min() : outage.nextAttempt
        let timeout = deadline.map { max(.zero, $0 - SystemClock.uptime) + .milliseconds(1) }
        _ = Poll.wait([client.interest, state.signal.interest], timeout: timeout)
        state.signal.clear()
        pulse.answer()
        if subscriptions.isOpen {
            followIngest()
            // A subscription that exists is renewed.
            if statuses.isDue(at: SystemClock.uptime) { client.subscribe(DeviceTopic.statusFilter) }
        }
        for event in client.events() { handle(event) }
        probe()
        state.isConnected.store(subscriptions.isComplete, ordering: .relaxed)
        state.joined.store(membership.opening, ordering: .sequentiallyConsistent)
        reportReception()
    }

    /// Subscribes while messages are taken, and leaves them to the other collectors otherwise.
    private func followIngest() {
        guard let wanted = state.group.withLock(\.self) else { return }
        let opening = state.opening.load(ordering: .sequentiallyConsistent)
        switch membership.change(to: opening, at: SystemClock.uptime) {
        case .join:
            group = wanted
            subscribe(to: sharedFilters + [DeviceTopic.statusFilter])
        case .leave:
            subscriptions.replace(with: [])
            for filter in sharedFilters + [DeviceTopic.statusFilter] { client.unsubscribe(filter) }
        case nil:
            if membership.isMember, wanted != group { changeGroup(to: wanted) }
            return
        }
        statuses.restart()
    }

    private var sharedFilters: [String] {
        guard let group else { return [] }
        let phones = takesPhones ? [BrokerMessage.ownTracksFilter(group: group)] : []
        return [DeviceTopic.fixesFilter(group: group)] + phones
    }

    private func subscribe(to filters: [String]) {
        subscriptions.replace(with: filters)
        for filter in filters { client.subscribe(filter) }
    }

    /// Joins the new group before it leaves the old one: a message may come twice meanwhile, and none is lost.
    private func changeGroup(to wanted: String) {
        let old = sharedFilters
        group = wanted
        subscribe(to: sharedFilters)
        for filter in old { client.unsubscribe(filter) }
        probes?.end()
    }

    private func probe() {
        guard subscriptions.isComplete, membership.isMember else {
            probes?.end()
            return
        }
        guard let round = probes?.next(at: SystemClock.uptime) else { return }
        if let complaint = round.complaint { log(.warning, complaint) }
        // No part of the subscriptions that uploads need: an access list may refuse it.
        if let answers = probes?.answers { client.subscribe(answers) }
        client.publish(round.messages.map { (0, $0) })
    }

    /// Says when it begins and ceases to receive all messages; while the group changes it receives those of the old one.
    private func reportReception() {
        let isJoined = subscriptions.isOpen && membership.isMember
        let now = isJoined && (isReceiving || subscriptions.isComplete)
        if now != isReceiving { onReception(now) }
        isReceiving = now
    }

    private func handle(_ event: MQTTEvent) {
        switch event {
        case .connected:
            subscriptions.open()
            followIngest()
            // Without a subscription nothing else proves that the broker is there.
            if subscriptions.isComplete { succeed() }
        case .refused(_, let reason), .disconnected(let reason):
            isBusy = false
            membership.reset()
            let message = outage.fail(
                subscriptions.close() ?? reason, at: SystemClock.uptime, jitter: .random(in: 0...1))
            if let message { log(.warning, message) }
        case .subscribed(let topic, _) where topic == probes?.answers: break
        case .subscribed(let topic, let code):
            subscriptions.answer(topic, code)
            // Without one of them it would receive nothing of a kind, and others could.
            if code >= 0x80 { client.disconnect() }
            if subscriptions.isComplete { succeed() }
        case .received(let message): take(message)
        case .acknowledged: break
        }
    }

    private func succeed() {
        if let message = outage.succeed(at: SystemClock.uptime) { log(.notice, message) }
    }

    private func take(_ message: MQTTMessage) {
        if message.topic == probes?.answers {
            probes?.receive(message.payload)
            return
        }
        if let answer = GroupProbes.answer(to: message) { return client.publish([(0, answer)]) }
        guard !message.isRetained || !statuses.isKnown(message.topic, message.payload) else { return }
        let content = BrokerMessage(
            topic: message.topic, payload: message.payload, responseTopic: message.responseTopic,
            correlation: message.correlation)
        do throws(BrokerMessage.UploadError) {
            let upload = try content.upload(received: SystemClock.now().wallClock)
            // Fixes that are not taken are repeated by their device.
            let isTaken = submit(upload)
            guard upload.format == .status else { return }
            statuses.record(message.topic, message.payload, isTaken: isTaken, at: SystemClock.uptime)
        } catch {
            if let answer = content.rejection(error) { client.publish([(0, answer)]) }
            let now = SystemClock.uptime
            guard now >= nextComplaint else { return }
            nextComplaint = now + Self.complaintInterval
            log(.warning, "message dropped: \(error)")
        }
    }
}
