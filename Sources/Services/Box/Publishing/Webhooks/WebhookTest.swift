import Basics
import Configuration
import Cryptography
import Curl
import Delivery
import Linux
import Location
import Webhooks

/// Sends an event that did not happen, once and past the queue: `whereismy webhook test NAME`.
struct WebhookTest {
    private let webhook: WebhookSettings

    init(_ webhook: WebhookSettings) {
        self.webhook = webhook
    }

    /// Sends the event and waits for the response, which is returned as a line.
    ///
    /// - Throws: ``WebhookTestError`` if the receiver does not accept it, an error of `WebhookSecret`, or `CurlError`.
    func send(_ kind: PlaceEvent.Kind, place: String) throws -> String {
        let now = SystemClock.now().wallClock
        let event = PlaceEvent(kind, place: place, moment: now, since: now)
        let entry = QueueEntry(
            id: Hexadecimal.encode(SecureRandom.bytes(16)), queued: now, event: event, isTest: true)
        let transfers = try Transfers()
        try transfers.start(try PostRequest(entry, to: webhook, at: now), as: webhook.name)
        // Ends after the request's own time limit.
        while true {
            if let ended = try transfers.wait(for: []).first { return try text(ended.outcome) }
        }
    }

    private func text(_ result: TransferResult) throws(WebhookTestError) -> String {
        let subject = "webhook \(webhook.name)"
        switch DeliveryOutcome(result, of: "\(webhook.address)") {
        case .accepted, .stored: return "\(subject): \(webhook.address) answered\(result.status): delivered"
        case .refused(let reason), .rejected(let reason):
            throw WebhookTestError("\(subject): \(reason); an event would be dropped")
        case .failed(let reason, _): throw WebhookTestError("\(subject): \(reason); an event would be retried")
        case .unanswered: throw WebhookTestError("\(subject): no response; an event would be retried")
        }
    }
}

extension TransferResult {
    /// The status after a space; empty without one.
    fileprivate var status: String {
        if case .responded(let status, _, _) = self { " \(status)" } else { "" }
    }
}

/// The reason why a receiver did not accept a test event.
struct WebhookTestError: Error, CustomStringConvertible {
    /// One line.
    let description: String

    init(_ description: String) { self.description = description }
}
