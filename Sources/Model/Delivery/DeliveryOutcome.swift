/// The answer of a consumer to a message.
public enum DeliveryOutcome: Hashable, Sendable {
    /// It has taken the message.
    case accepted
    /// It has stored that many fixes of the message, and will never take those at these indexes, for these reasons.
    case stored(Int, refused: [Int: String])
    /// It could not take the message now: network, overload, no subscriber.
    case failed(String, retryAfter: Duration?)
    /// It takes no message in this configuration: password, permission, address.
    case refused(String)
    /// It rejects the content of this message.
    case rejected(String)
    /// The connection was lost before the answer.
    case unanswered
}

/// A failure that delays the next attempt.
struct RetryCause {
    /// One line.
    var reason: String
    /// The delay that the consumer requested; nil for none.
    var retryAfter: Duration?
    /// True if only a change of the configuration helps.
    var isLasting = false

    init(_ reason: String, retryAfter: Duration? = nil, isLasting: Bool = false) {
        (self.reason, self.retryAfter, self.isLasting) = (reason, retryAfter, isLasting)
    }
}

extension RetryTimer {
    /// Records a failure; returns what to log.
    mutating func notices(_ failure: RetryCause, at uptime: Duration, jitter: Double) -> [DeliveryNotice] {
        let text = recordFailure(
            failure.reason, at: uptime, retryAfter: failure.retryAfter, isLasting: failure.isLasting, jitter: jitter)
        return text.map { [.failed($0, nextAttempt: notBefore)] } ?? []
    }
}

extension DeliveryOutcome {
    /// True if the consumer has the message.
    var isSuccess: Bool {
        switch self {
        case .accepted, .stored: true
        case .failed, .refused, .rejected, .unanswered: false
        }
    }

    /// The failure that delays the next attempt; nil for none, and for a rejected message.
    var failure: RetryCause? {
        switch self {
        case .failed(let reason, let retryAfter): RetryCause(reason, retryAfter: retryAfter)
        case .refused(let reason): RetryCause(reason, isLasting: true)
        case .accepted, .stored, .rejected, .unanswered: nil
        }
    }

    /// Classifies the status of an HTTP response (RFC 9110, section 15), 200 or above, with the delay that it requests.
    public init(status: Int, retryAfter: Duration?) {
        let text = "answered \(status)"
        switch status {
        case 200...299: self = .accepted
        case 401, 403, 404, 405, 410: self = .refused(text)
        // Timeout, too early, too many requests (RFC 6585, RFC 8470) are temporary, and 407 is a proxy's.
        case 407, 408, 425, 429: self = .failed(text, retryAfter: retryAfter)
        case 400...499: self = .rejected(text)
        // A captive portal redirects, in place of the consumer.
        case 300...399: self = .failed(text + ", redirects are not followed", retryAfter: nil)
        default: self = .failed(text, retryAfter: retryAfter)
        }
    }

    /// Classifies the reason code of a PUBACK (MQTT 5, section 3.4.2.1), with its meaning as text.
    ///
    /// A message that the broker retains needs no subscriber.
    public init(publishReason code: UInt8, text: String, isRetained: Bool) {
        switch code {
        // No subscriber.
        case 0x10: self = isRetained ? .accepted : .failed(text, retryAfter: nil)
        // Not authorised, invalid topic, no such QoS.
        case 0x87, 0x90, 0x9B: self = .refused(text)
        // Too large, wrong format of the content.
        case 0x95, 0x99: self = .rejected(text)
        case 0x80...: self = .failed(text, retryAfter: nil)
        default: self = .accepted
        }
    }
}
