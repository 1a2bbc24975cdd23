import FleetProtocol
import MQTT

/// Messages of a collector to its own group: what no collector sends back was given to a foreign client, which knows the
/// name of the group.
///
/// They have the topics of a device with the collectors' user name, which the access list permits to each user.
struct GroupProbes {
    /// The messages of a round: of one foreign client beside nine collectors more than half of the rounds notice.
    static let count = 8
    /// The rounds with losses after which it is said; fewer are those of another collector that has lost its power.
    static let maxRounds = 4
    private static let mark = "probe "
    /// More than the bytes of any probe: two numbers behind the mark.
    private static let maxLength = 48

    /// The topic of the answers.
    let answers: String
    private let topic: String
    private let interval: Duration
    private let prefix = mark + String(UInt64.random(in: .min ... .max), radix: 36) + " "
    private var number = 0
    private var unanswered: Set<[UInt8]> = []
    /// False until an answer came: before that, an access list may forbid them.
    private var hasAnswers = false
    private var rounds = 0
    /// The uptime of the next round; nil while the group is not joined.
    private(set) var deadline: Duration?

    /// Creates the probes of collectors with a user name; nil if no device could have it.
    init?(user: String?, interval: Duration) {
        guard let name = DeviceName(user ?? "fleet-collector") else { return nil }
        (topic, answers) = (DeviceTopic.fixes.text(name), DeviceTopic.stored.text(name))
        self.interval = interval
    }

    /// Forgets what is unanswered: the group is left.
    mutating func end() { (unanswered, deadline) = ([], nil) }

    /// Returns the messages of a round, and what to log about the rounds before it; nil until one is due.
    mutating func next(at now: Duration) -> (messages: [MQTTMessage], complaint: String?)? {
        guard let due = deadline, now >= due else {
            deadline = deadline ?? now + interval
            return nil
        }
        deadline = now + interval
        rounds = hasAnswers && !unanswered.isEmpty ? rounds + 1 : 0
        let complaint = """
            \(unanswered.count) of \(Self.count) messages of this collector to its own group were given to another \
            client, and so may be uploads, or to a collector of an older version; fix: upgrade the other collectors; \
            if there is none, whereismy-fleet regroup
            """
        unanswered = Set((1...Self.count).map { Array("\(prefix)\(number + $0)".utf8) })
        number += Self.count
        return (unanswered.map { Self.message($0, to: topic) }, rounds == Self.maxRounds ? complaint : nil)
    }

    /// Returns the answer to a probe of any collector, whatever its user name is; nil for any other message.
    static func answer(to message: MQTTMessage) -> MQTTMessage? {
        guard message.payload.starts(with: mark.utf8), message.payload.count <= maxLength,
            let (name, topic) = DeviceTopic.parse(message.topic), topic == .fixes
        else { return nil }
        return Self.message(message.payload, to: DeviceTopic.stored.text(name))
    }

    /// Records an answer.
    mutating func receive(_ payload: [UInt8]) {
        if unanswered.remove(payload) != nil { hasAnswers = true }
    }

    private static func message(_ payload: [UInt8], to topic: String) -> MQTTMessage {
        var message = MQTTMessage(topic: topic, payload: payload)
        message.qos = .atMostOnce
        return message
    }
}
