import Delivery
import FleetProtocol

extension DeliveryOutcome {
    /// The outcome that the answer of a collector means.
    ///
    /// - Parameters:
    ///   - answer: The answer.
    ///   - host: The receiver, for the reason.
    init(_ answer: UploadResult, of host: String) {
        switch answer {
        case .stored(let count, let refused):
            let reasons = Dictionary(refused.map { ($0.index, $0.reason) }) { first, _ in first }
            self = .stored(count, refused: reasons.mapValues { "\(host) answered \"\($0)\"" })
        case .rejected(let reason): self = .rejected("\(host) answered \"\(reason)\"")
        case .forbidden(let reason): self = .refused("\(host) answered \"\(reason)\"")
        case .unavailable(let reason): self = .failed("\(host) answered \"\(reason)\"", retryAfter: nil)
        }
    }
}
