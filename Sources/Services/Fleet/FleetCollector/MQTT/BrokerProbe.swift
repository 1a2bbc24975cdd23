import FleetProtocol
import Linux
import MQTT

/// A trial connection to a broker.
public enum BrokerProbe {
    /// The reason why the broker cannot be used.
    public struct ProbeError: Error, Hashable, Sendable, CustomStringConvertible {
        /// One line: the cause, and the fix if it is known.
        public let description: String
    }

    /// The answers to a name that no device has.
    private static let answers = "whereismy/v1/-/stored"

    /// Connects, subscribes and answers as a collector does, without receiving messages in place of the others for long.
    ///
    /// The access list shows in the acknowledgement of an answer: a subscription that it forbids is granted.
    ///
    /// - Throws: ``ProbeError``; an error of `SecretFile` about the password; `SystemError`.
    public static func check(_ broker: CollectorSettings.Broker, timeout: Duration) throws {
        let client = try MQTTClient(try MQTTSettings(broker))
        defer {
            client.disconnect()
            client.close()
        }
        client.connect()
        let deadline = SystemClock.uptime + timeout
        while SystemClock.uptime < deadline {
            _ = Poll.wait(for: client.interest, timeout: deadline - SystemClock.uptime)
            for event in client.events() {
                switch event {
                // Only the statuses: a share would take fixes from the collectors.
                case .connected: client.subscribe(DeviceTopic.statusFilter)
                case .refused(_, let reason), .disconnected(let reason): throw ProbeError(description: reason)
                case .subscribed(_, let code):
                    guard code < 0x80 else { throw ProbeError(description: MQTTReason.text(code)) }
                    client.publish([(1, MQTTMessage(topic: answers, payload: []))])
                case .acknowledged(_, let code):
                    guard code < 0x80 else {
                        let fix = "fix: sudo -u postgres whereismy-fleet init --acl, for acl_file of the broker"
                        throw ProbeError(description: "\(answers): \(MQTTReason.text(code)); \(fix)")
                    }
                    return
                case .received: break
                }
            }
        }
        throw ProbeError(
            description: "\(broker.host):\(broker.port) does not answer within \(timeout.components.seconds) s")
    }
}
