import Basics
import Configuration
import Cryptography
import Curl
import FleetProtocol
import FleetStore
import JSON
import Location
import Webhooks

/// The request that sends an event to a webhook: signed as those of a daemon.
enum WebhookRequest {
    /// Creates the request, signed at a time.
    ///
    /// - Throws: an error of `WebhookSecret`.
    static func request(_ event: DeviceEvent, to webhook: FleetWebhook, at now: Timestamp) throws -> PostRequest {
        let id = event.identifier(for: webhook.name)
        let body = event.json(id: id)
        let seconds = now.milliseconds / 1000
        let secret = try webhook.secretFile.map { try WebhookSecret.read($0) }
        let signature = secret.map { WebhookSignature.value(secret: $0, seconds: seconds, body: body) }
        let headers = [
            "Content-Type: application/json", "User-Agent: WhereIsMy/\(Product.version)",
            "WhereIsMy-Event: \(event.kind.rawValue)", "WhereIsMy-Delivery: \(id)", "WhereIsMy-Timestamp: \(seconds)",
        ]
        return PostRequest(
            webhook.address.text, headers: headers + (signature.map { ["WhereIsMy-Signature: \($0)"] } ?? []),
            body: body, authorityFile: webhook.authorityFile, proxy: webhook.proxy?.text)
    }

}
