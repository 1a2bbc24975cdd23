import FleetProtocol
import Linux
import MQTT
import Synchronization

/// The uploads of the broker, by a client on its own thread, and the answers to them.
final class BrokerSource: Sendable {
    private let client: MQTTClient
    private let state: BrokerState
    private let thread: WorkerThread
    /// The pulse of the thread that takes the messages.
    let pulse: ThreadPulse

    /// Starts to connect; messages come after ``setServing(_:)`` and ``setGroup(_:)``.
    ///
    /// An upload that `submit` does not accept is not answered, and repeated by its device.
    init(
        _ settings: MQTTSettings, takesPhones: Bool, probes: GroupProbes? = nil,
        onReception: @escaping @Sendable (Bool) -> Void = { _ in },
        submit: @escaping @Sendable (Upload) -> Bool, log: @escaping CollectorLog
    ) throws(SystemError) {
        let (client, state) = (try MQTTClient(settings), try BrokerState())
        let pulse = ThreadPulse { state.signal.signal() }
        (self.client, self.state, self.pulse) = (client, state, pulse)
        thread = try WorkerThread(name: "broker") {
            BrokerLoop(
                client, state, pulse: pulse, takesPhones: takesPhones, crashNote: settings.crashNote,
                probes: probes, onReception: onReception, submit: submit, log: log
            ).run()
        }
    }

    /// True while the broker is connected and grants all subscriptions.
    var isConnected: Bool {
        let opening = state.opening.load(ordering: .sequentiallyConsistent)
        return state.isConnected.load(ordering: .relaxed)
            && (opening <= 0 || state.joined.load(ordering: .sequentiallyConsistent) == opening)
    }

    /// Sends answers; those without a topic, and those that ask to wait, are no messages.
    func send(_ answers: [(Upload, UploadOutcome)]) {
        let messages = answers.compactMap { upload, answer -> (key: UInt64, message: MQTTMessage)? in
            guard case .topic(let topic, let correlation) = upload.reply, let content = answer.message else {
                return nil
            }
            return (0, MQTTMessage(answer: content, to: topic, correlation))
        }
        if !messages.isEmpty { client.publish(messages) }
    }

    /// Takes messages from now on, beginning with all retained statuses, or leaves them to other collectors.
    ///
    /// Only one thread may call it.
    func setServing(_ isServing: Bool) {
        let last = abs(state.opening.load(ordering: .relaxed))
        state.opening.store(isServing ? last + 1 : -last, ordering: .sequentiallyConsistent)
        state.signal.signal()
    }

    /// Receives messages as a member of a group, whose name is a secret of the collectors, in place of an earlier
    /// group.
    func setGroup(_ name: String) {
        state.group.withLock { $0 = name }
        state.signal.signal()
    }

    /// Takes nothing more; answers can still be sent.
    func stop() {
        state.signal.stop()
        thread.join()
    }

    /// Disconnects.
    func close() {
        client.disconnect()
        client.close()
    }
}

extension MQTTMessage {
    /// An answer; a lost one is requested again.
    init(answer: [UInt8], to topic: String, _ correlation: [UInt8]) {
        self.init(topic: topic, payload: answer)
        qos = .atMostOnce
        self.correlation = correlation
    }
}

extension UploadOutcome {
    /// The content of a message with this answer; nil if none is sent.
    var message: [UInt8]? {
        switch self {
        case .answer(.unavailable), .unavailable, .unauthorised: nil
        case .answer(let answer): answer.json
        case .done: UploadResult.stored(0, refused: []).json
        }
    }
}

/// The state that the thread of the messages and its owner share.
final class BrokerState: Sendable {
    /// True while the broker is connected and all subscriptions are granted.
    let isConnected = Atomic(false)
    /// The number of the time that it is subscribed for; 0 while it is not.
    let joined = Atomic(0)
    /// The number of the time that messages are taken; its negative while they are not.
    let opening = Atomic(0)
    /// The name of the collectors' group; nil until it is known.
    let group = Mutex<String?>(nil)
    let signal: WakeSignal

    init() throws(SystemError) {
        signal = try WakeSignal()
    }
}
