import Basics
import CMosquitto
import Glibc
import Linux

/// The error codes of libmosquitto.
enum MQTTCode {
    static let success = Int32(MOSQ_ERR_SUCCESS.rawValue)

    /// Returns the library's text of a code.
    static func text(_ code: Int32) -> String {
        // A static text, or that of errno.
        unsafe String(cString: mosquitto_strerror(code))
    }

    /// Returns the error of a failed call.
    ///
    /// - Parameters:
    ///   - code: The result of the call.
    ///   - error: The errno after it.
    ///   - settings: The broker.
    ///   - log: The errors in the library's log.
    /// - Returns: The error with the broker's address.
    static func error(_ code: Int32, _ error: SystemError, settings: MQTTSettings, log: [String]) -> MQTTError {
        let address = settings.address
        if settings.tls != nil, !log.isEmpty { return MQTTError("\(address): \(TLSLog.reason(log, settings.host))") }
        return switch mosq_err_t(rawValue: code) {
        // With TLS a reset is a protocol error; an end within a packet has no errno.
        case MOSQ_ERR_ERRNO where [0, EPROTO, ECONNRESET, EPIPE].contains(error.code): .closed(by: settings)
        case MOSQ_ERR_ERRNO: MQTTError("\(address): \(error.reason)")
        // The library stores the code of getaddrinfo in errno.
        case MOSQ_ERR_EAI: MQTTError("\(settings.host): \(unsafe String(cString: gai_strerror(error.code)))")
        // With a reset libmosquitto 2.0.20 reports TLS, without a line in its log.
        case MOSQ_ERR_CONN_LOST, MOSQ_ERR_NO_CONN, MOSQ_ERR_TLS: .closed(by: settings)
        case MOSQ_ERR_KEEPALIVE: MQTTError("\(address) does not respond to pings")
        case MOSQ_ERR_PROTOCOL, MOSQ_ERR_MALFORMED_PACKET, MOSQ_ERR_DUPLICATE_PROPERTY, MOSQ_ERR_MALFORMED_UTF8:
            MQTTError("\(address) sends an invalid packet")
        default: MQTTError("\(address): \(text(code))")
        }
    }
}

/// A message or filter that libmosquitto rejects, with the reason code that a broker would send.
struct MQTTRejectionError: Error, Hashable {
    let code: UInt8

    init(code: UInt8) {
        self.code = code
    }

    /// Returns nil for success and for the errors of the connection, after which the library has kept the message.
    init?(libraryCode: Int32) {
        switch mosq_err_t(rawValue: libraryCode) {
        case MOSQ_ERR_INVAL, MOSQ_ERR_MALFORMED_UTF8: code = MQTTReason.invalidTopic
        case MOSQ_ERR_OVERSIZE_PACKET, MOSQ_ERR_PAYLOAD_SIZE: code = MQTTReason.packetTooLarge
        case MOSQ_ERR_QOS_NOT_SUPPORTED: code = MQTTReason.unsupportedQoS
        default: return nil
        }
    }
}

/// The library's log of TLS errors, such as `OpenSSL Error[0]: error:0A000086:SSL routines::certificate verify failed`.
enum TLSLog {
    /// Returns the reason in English, with the fix where there is one.
    static func reason(_ log: [String], _ host: String) -> String {
        for (part, text) in explanations where log.contains(where: { $0.contains(text: part) }) {
            return text
        }
        let last = log.first?.split(separator: ":").last ?? ""
        return "TLS failed: \(last.drop { $0 == " " })"
    }

    private static let explanations = [
        ("host name verification failed", "the broker's certificate is for another name; fix: use a name in it"),
        (
            "certificate verify failed",
            "the broker's certificate is not trusted or not valid now; fix: name its authority with ca-file"
        ),
        ("wrong version number", "the port does not use TLS; fix: mqtt instead of mqtts, or the port for TLS"),
        ("certificate required", "the broker requires a client certificate"),
        ("bad certificate", "the broker rejects the client certificate"),
        ("unknown ca", "the broker does not trust the authority of the client certificate"),
    ]
}
