import Basics
import Configuration
import Delivery
import FleetProtocol
import Linux
import MQTT

/// Messages to the collectors of a fleet through a broker: requests with QoS 0, whose answers come by another topic.
final class FleetTransport: Transport {
    /// The number of a message that is no request.
    private static let ownKey: UInt64 = 1 << 62

    private let client: MQTTClient
    private let host: String
    private let device: DeviceName
    /// True if another connection speaks for the device.
    private let isTest: Bool
    private let numbers = RequestNumbers(salt: .random(in: 0 ... .max))
    private var report = StatusSchedule()
    private var isOpen = false
    /// True while the end of a connection is awaited that this transport has brought about.
    private var isLeaving = false

    /// Creates a transport; for a test the publisher may be connected at the same time, which reports the status.
    init(
        _ settings: PublishSettings, _ broker: MQTTSettings, device: DeviceName, isTest: Bool
    ) throws(SystemError) {
        (self.device, self.isTest) = (device, isTest)
        host = settings.to.description
        var login = broker
        login.user = login.user ?? device.text
        client = try MQTTClient(login)
    }

    var descriptor: Int32? { client.descriptor }

    var isUnhurried: Bool {
        get { client.isUnhurried }
        set { client.isUnhurried = newValue }
    }

    func connect(at moment: Moment) {
        client.connect(will: isTest ? nil : message(DeviceStatus(isOnline: false)))
    }

    func send(_ content: [UInt8], id: UInt64, as kind: MessageKind) {
        var message = MQTTMessage(topic: DeviceTopic.fixes.text(device), payload: content)
        message.qos = .atMostOnce
        message.responseTopic = DeviceTopic.stored.text(device)
        message.correlation = numbers.correlation(of: id)
        client.publish([(key: Self.ownKey, message: message)])
    }

    func events() -> [TransportEvent] { client.events().compactMap(event) }

    private func event(_ event: MQTTEvent) -> TransportEvent? {
        switch event {
        case .connected:
            // A message before the subscription could have its answer before it.
            client.subscribe(DeviceTopic.stored.text(device))
            return nil
        case .subscribed(let topic, let code):
            guard code < 0x80 else { return leave("\(topic): \(MQTTReason.text(code))") }
            isOpen = true
            report.restart()
            return .connected(allowance: .max)
        case .refused(let code, let reason):
            isOpen = false
            return .disconnected("\(host): \(reason)", isLasting: MQTTReason.isLasting(code))
        case .disconnected(let reason):
            defer { (isOpen, isLeaving) = (false, false) }
            guard !isLeaving else { return nil }
            return .disconnected("\(host): \(reason)", isLasting: false)
        // Of what is acknowledged, the access rules permit the status if they permit the fixes.
        case .acknowledged(_, MQTTReason.notAuthorized):
            return leave("\(DeviceTopic.status.text(device)): \(MQTTReason.text(MQTTReason.notAuthorized))")
        case .acknowledged: return nil
        case .received(let message): return answer(message)
        }
    }

    private func leave(_ reason: String) -> TransportEvent {
        (isOpen, isLeaving) = (false, true)
        client.disconnect()
        return .disconnected("\(host): \(reason)", isLasting: true)
    }

    private func answer(_ message: MQTTMessage) -> TransportEvent? {
        guard message.topic == DeviceTopic.stored.text(device),
            let number = numbers.number(of: message.correlation),
            let answer = UploadResult(message.payload)
        else { return nil }
        return .answered(number, DeliveryOutcome(answer, of: host))
    }

    func setAvailable(_ isAvailable: Bool) {}

    func setStatus(_ status: DeviceStatus) -> Duration {
        if isOpen, !isTest, report.isDue(status) {
            client.publish([(key: Self.ownKey, message: message(status))])
        }
        return report.pause(after: status)
    }

    private func message(_ status: DeviceStatus) -> MQTTMessage {
        MQTTMessage(topic: DeviceTopic.status.text(device), payload: status.json, isRetained: true)
    }

    func close() {
        // The will reports that the device is offline.
        if isOpen { client.disconnect(publishesWill: !isTest) }
        client.close()
    }
}

/// What an answer is recognised by: the numbers of messages with an offset, since an answer to an earlier process must
/// not count as one to this.
struct RequestNumbers {
    /// The offset, random for each process.
    let salt: UInt64

    /// Returns the eight bytes that an answer repeats, the highest first.
    func correlation(of number: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: (salt &+ number) >> (56 - 8 * $0)) }
    }

    /// Returns the number of the message that an answer is to; nil for one to no message of a device.
    func number(of correlation: [UInt8]) -> UInt64? {
        guard correlation.count == 8 else { return nil }
        return correlation.reduce(0) { $0 << 8 | UInt64($1) } &- salt
    }
}
