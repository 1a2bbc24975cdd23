import Basics
import Configuration
import Cryptography
import Delivery
import Linux
import MQTT
import PublishFormats

/// Messages to a broker.
final class MQTTTransport: Transport {
    /// Numbers from here on are those of messages of this transport's own, whose confirmations are ignored.
    private static let firstOwnKey: UInt64 = 1 << 62

    private let client: MQTTClient
    private let host: String
    private let topics: PublishTopics
    /// True if another connection speaks for the device.
    private let isTest: Bool
    private var isOpen = false
    private var isAvailable = false
    private var nextOwnKey = firstOwnKey
    private var retained: Set<UInt64> = []
    private var eventIDs: Set<UInt64> = []
    /// True if somebody subscribed to the positions when the last one was sent.
    private var isRead = false

    /// Creates a transport; for a test the publisher may be connected at the same time, which announces the device.
    init(_ settings: PublishSettings, _ broker: MQTTSettings, isTest: Bool) throws(SystemError) {
        self.isTest = isTest
        host = settings.to.description
        topics = PublishTopics(settings)
        client = try MQTTClient(broker)
    }

    var descriptor: Int32? { client.descriptor }

    var isUnhurried: Bool {
        get { client.isUnhurried }
        set { client.isUnhurried = newValue }
    }

    func connect(at moment: Moment) {
        client.connect(will: isTest ? nil : topics.will(at: moment.wallClock))
    }

    func send(_ content: [UInt8], id: UInt64, as kind: MessageKind) {
        if kind == .live { retained.insert(id) }
        if kind == .event { eventIDs.insert(id) }
        let topic = kind == .event ? topics.events : topics.positions
        let message = MQTTMessage(topic: topic, payload: content, isRetained: kind == .live)
        client.publish([(key: id, message: message)])
    }

    func events() -> [TransportEvent] { client.events().compactMap(event) }

    private func event(_ event: MQTTEvent) -> TransportEvent? {
        switch event {
        case .connected(let maximum):
            isOpen = true
            if topics.homeAssistant != nil { client.subscribe(HomeAssistantEncoder.birthTopic) }
            announce()
            // One place remains for the messages of this transport's own.
            return .connected(allowance: max(1, maximum - 1))
        case .refused(let code, let reason):
            isOpen = false
            return .disconnected("\(host): \(reason)", isLasting: MQTTReason.isLasting(code))
        case .disconnected(let reason):
            isOpen = false
            (retained, eventIDs, isRead) = ([], [], false)
            return .disconnected("\(host): \(reason)", isLasting: false)
        case .acknowledged(let key, let code):
            return key < Self.firstOwnKey ? .answered(key, outcome(of: key, code)) : nil
        case .subscribed: return nil
        case .received(let message):
            guard message.topic == HomeAssistantEncoder.birthTopic, message.payload == HomeAssistantEncoder.birthPayload
            else { return nil }
            announce()
            return .wantsReport
        }
    }

    private func outcome(of key: UInt64, _ code: UInt8) -> DeliveryOutcome {
        let isRetained = retained.remove(key) != nil && topics.homeAssistant != nil
        let isEvent = eventIDs.remove(key) != nil
        if !isEvent { isRead = code == 0 }
        // Who reads the positions and not the events does not want these.
        return DeliveryOutcome(
            publishReason: code, text: "\(host): \(MQTTReason.text(code))", isRetained: isRetained || isEvent && isRead)
    }

    /// Sends the discovery message and the availability of Home Assistant's device.
    private func announce() {
        guard let encoder = topics.homeAssistant, isOpen, !isTest else { return }
        publish(encoder.discoveryTopic, encoder.discovery())
        publish(
            encoder.availabilityTopic, isAvailable ? HomeAssistantEncoder.online : HomeAssistantEncoder.offline)
    }

    func setAvailable(_ isAvailable: Bool) {
        guard isAvailable != self.isAvailable else { return }
        self.isAvailable = isAvailable
        announce()
    }

    private func publish(_ topic: String, _ payload: [UInt8]) {
        client.publish([(key: nextOwnKey, message: MQTTMessage(topic: topic, payload: payload, isRetained: true))])
        nextOwnKey += 1
    }

    func close() {
        if isOpen, !isTest {
            if let encoder = topics.homeAssistant { publish(encoder.availabilityTopic, HomeAssistantEncoder.offline) }
            // OwnTracks shows a device without a connection as such; Home Assistant has its availability.
            client.disconnect(publishesWill: topics.homeAssistant == nil)
        }
        client.close()
    }
}

/// The topics of a destination.
struct PublishTopics: Sendable {
    /// The topic of positions.
    let positions: String
    /// The messages of Home Assistant; nil for another format.
    let homeAssistant: HomeAssistantEncoder?
    /// The topic of events at places of OwnTracks.
    var events: String { "\(positions)/event" }
    private let ownTracks: OwnTracksEncoder

    init(_ settings: PublishSettings) {
        let device = settings.deviceName
        let encoder = HomeAssistantEncoder(device: device, version: Product.version)
        homeAssistant = settings.format == .homeAssistant ? encoder : nil
        ownTracks = OwnTracksEncoder(tid: settings.trackerID, device: device)
        positions = homeAssistant?.attributesTopic ?? settings.ownTracksTopic(device: device)
    }

    /// The last will of a connection.
    func will(at moment: Timestamp) -> MQTTMessage {
        if let homeAssistant {
            return MQTTMessage(
                topic: homeAssistant.availabilityTopic, payload: HomeAssistantEncoder.offline, isRetained: true)
        }
        return MQTTMessage(topic: positions, payload: ownTracks.lastWill(moment))
    }
}

extension MQTTReason {
    /// True for refusals that last until the configuration changes: version, identifier, login, permission, ban, method.
    static func isLasting(_ code: UInt8) -> Bool { [0x84, 0x85, 0x86, 0x87, 0x8A, 0x8C].contains(code) }
}

extension MQTTSettings {
    /// The broker of a destination and its login.
    ///
    /// - Throws: `SecretFile.SecretError` if the password cannot be read.
    init(_ settings: PublishSettings, isTest: Bool) throws {
        guard case .mqtt(let place, let isEncrypted) = settings.to else { throw TransportError() }
        self.init(host: place.host, port: place.port, clientID: Self.clientID(settings, isTest: isTest))
        user = settings.user
        acknowledgementTimeout = Self.confirmationTimeout
        if let file = settings.passwordFile { password = try SecretFile.text(file) }
        if isEncrypted {
            tls = MQTTSecurity(
                authorityFile: settings.authorityFile, certificateFile: settings.certificateFile,
                keyFile: settings.keyFile)
        }
    }

    /// The time after which a missing confirmation counts as the loss of the connection.
    private static let confirmationTimeout: Duration = .seconds(30)

    /// An identifier that no other machine has: a broker closes the connection of an earlier client with the same one.
    ///
    /// The name of the device keeps copies of one memory card apart, which have the same identifier of the machine.
    private static func clientID(_ settings: PublishSettings, isTest: Bool) -> String {
        let machine = (try? FileContents.read("/etc/machine-id", limit: 64)) ?? []
        // The identifier of the machine is not to be revealed (machine-id(5)).
        let names = Array("\(settings.deviceName)\n\(settings.name)".utf8)
        let hash = Hexadecimal.encode(SHA256.hash(machine + names)).prefix(16)
        return "whereismy-\(isTest ? "test-" : "")\(hash)"
    }
}

/// An address that is none of a broker.
struct TransportError: Error {}
