import CMosquitto
import Glibc

/// A report of libmosquitto while it reads and writes.
enum MQTTReport: Sendable {
    case connected(code: UInt8, receiveMaximum: Int, keepAlive: Duration?)
    case published(identifier: Int32, code: UInt8)
    case subscribed(identifier: Int32, code: UInt8)
    case received(MQTTMessage)
    /// DISCONNECT from the broker.
    case disconnected(code: UInt8)
}

/// Collects the reports of the callbacks of a handle; all data is copied.
///
/// The callbacks run within calls of the library, on the thread that calls it.
final class MQTTInbox {
    /// The maximum number of lines of the library's log that are kept.
    private static let maxErrors = 8

    private let maxSize: Int
    private var reports: [MQTTReport] = []
    /// The size in bytes of the messages among the reports.
    private(set) var receivedSize = 0
    /// True if one call of the library has read more messages than fit, which are lost.
    private(set) var isOverflowing = false
    /// The number of complete packets from the broker.
    private(set) var packetCount = 0
    /// The errors in the library's log, which alone has the reasons of TLS.
    private(set) var errors: [String] = []

    init(maxSize: Int) { self.maxSize = maxSize }

    /// Returns the reports since the last call.
    func take() -> [MQTTReport] {
        defer {
            reports.removeAll(keepingCapacity: true)
            receivedSize = 0
        }
        return reports
    }

    /// Forgets the errors in the log, such as those of an attempt that succeeded after all.
    func clearErrors() {
        errors = []
    }

    private func append(_ report: MQTTReport) {
        reports.append(report)
    }

    /// Appends a message if there is room: one call of the library can read a whole flood.
    private func append(_ message: MQTTMessage) {
        receivedSize += message.size
        guard receivedSize <= maxSize else { return isOverflowing = true }
        reports.append(.received(message))
    }

    private func record(_ level: Int32, _ text: UnsafePointer<CChar>) {
        switch level {
        // "Client ID received PUBACK …" and "Received DISCONNECT …": once for each packet.
        case MOSQ_LOG_DEBUG: if unsafe strstr(text, "eceived ") != nil { packetCount &+= 1 }
        case MOSQ_LOG_ERR: if errors.count < Self.maxErrors { unsafe errors.append(String(cString: text)) }
        default: break
        }
    }

    /// Returns the inbox behind the pointer that each callback receives.
    private static func at(_ context: UnsafeMutableRawPointer?) -> MQTTInbox? {
        // MQTTHandle has set it, and outlives each call.
        unsafe context.map { unsafe Unmanaged<MQTTInbox>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Sets the callbacks of a handle whose user data is an inbox.
    static func setCallbacks(of handle: OpaquePointer) {
        // The closures capture nothing; the library passes valid pointers for the duration of each call.
        unsafe mosquitto_connect_v5_callback_set(handle) { _, context, code, _, properties in
            let maximum = unsafe MQTTProperties.number(MQTT_PROP_RECEIVE_MAXIMUM, in: properties) ?? UInt16.max
            let keepAlive = unsafe MQTTProperties.number(MQTT_PROP_SERVER_KEEP_ALIVE, in: properties)
            unsafe MQTTInbox.at(context)?.append(
                .connected(
                    code: UInt8(truncatingIfNeeded: code), receiveMaximum: Int(maximum),
                    keepAlive: keepAlive.flatMap { $0 == 0 ? nil : .seconds(Int($0)) }))
        }
        unsafe mosquitto_disconnect_v5_callback_set(handle) { _, context, code, _ in
            // Lower ones are the library's own errors, which the call returns too.
            guard code >= 0x80 else { return }
            unsafe MQTTInbox.at(context)?.append(.disconnected(code: UInt8(truncatingIfNeeded: code)))
        }
        unsafe mosquitto_publish_v5_callback_set(handle) { _, context, identifier, code, _ in
            let code = UInt8(truncatingIfNeeded: code)
            unsafe MQTTInbox.at(context)?.append(.published(identifier: identifier, code: code))
        }
        unsafe mosquitto_subscribe_v5_callback_set(handle) { _, context, identifier, count, codes, _ in
            guard count > 0, let code = unsafe codes?.pointee else { return }
            let report = MQTTReport.subscribed(identifier: identifier, code: UInt8(truncatingIfNeeded: code))
            unsafe MQTTInbox.at(context)?.append(report)
        }
        unsafe mosquitto_message_v5_callback_set(handle) { _, context, message, properties in
            guard let message = unsafe message?.pointee, let message = unsafe MQTTMessage(message, properties) else {
                return
            }
            unsafe MQTTInbox.at(context)?.append(message)
        }
        unsafe mosquitto_log_callback_set(handle) { _, context, level, text in
            guard let text = unsafe text else { return }
            unsafe MQTTInbox.at(context)?.record(level, text)
        }
    }
}
