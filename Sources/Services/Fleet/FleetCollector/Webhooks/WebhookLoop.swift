import Basics
import Configuration
import Curl
import FleetProtocol
import FleetStore
import Linux
import PostgreSQL
import Systemd
import Webhooks

/// The work of the webhooks thread: it sends the events of the database, each webhook by one collector at a time.
final class WebhookLoop {
    /// The time between two looks at the database.
    private static let interval = Duration.seconds(1)
    /// The events that are sent before others may have their turn.
    private static let batchSize = 20

    private let webhooks: [FleetWebhook]
    private let signal: WakeSignal
    private let counts: CollectorCounts
    private let connect: () throws(PostgresError) -> PostgresConnection
    private let log: CollectorLog
    private let transfers: Transfers
    private var connection: PostgresConnection?
    private var failures: [String: (backoff: Backoff, notBefore: Duration)] = [:]

    /// Nil, with a line in the log, if libcurl cannot be used.
    init?(
        _ webhooks: [FleetWebhook], signal: WakeSignal, counts: CollectorCounts,
        connect: @escaping () throws(PostgresError) -> PostgresConnection, log: @escaping CollectorLog
    ) {
        do {
            transfers = try Transfers()
        } catch {
            log(.error, "webhooks: \(error)")
            return nil
        }
        (self.webhooks, self.signal, self.counts, self.connect, self.log) = (webhooks, signal, counts, connect, log)
    }

    /// Runs until the owner stops it.
    func run() {
        while !signal.isStopping {
            do throws(PostgresError) {
                let connection: PostgresConnection
                if let open = self.connection { connection = open } else { connection = try connect() }
                self.connection = connection
                for webhook in webhooks where !signal.isStopping { try serve(webhook, connection) }
                signal.wait(atMost: Self.interval)
            } catch {
                // The ingest thread logs that the database is away.
                connection = nil
                if !error.isConnectionLost { log(.warning, "webhooks: \(error)") }
                signal.wait(atMost: .seconds(5))
            }
        }
    }

    /// Sends what waits, unless another collector does or the receiver has just failed.
    private func serve(_ webhook: FleetWebhook, _ connection: PostgresConnection) throws(PostgresError) {
        guard SystemClock.uptime >= failures[webhook.name]?.notBefore ?? .zero else { return }
        _ = try WebhookCursor(connection, webhook: webhook.name).forEachEvent(atMost: Self.batchSize) {
            !signal.isStopping && send($0, to: webhook)
        }
    }

    /// Sends an event; returns true if it needs no further attempt.
    private func send(_ event: DeviceEvent, to webhook: FleetWebhook) -> Bool {
        let now = SystemClock.now().wallClock
        guard webhook.accepts(event), now - event.time <= DeviceEvent.maxDeliveryAge else { return true }
        do {
            let request = try WebhookRequest.request(event, to: webhook, at: now)
            switch try result(of: request) {
            case .responded(let status, _, _) where (200..<300).contains(status):
                counts.recordWebhook(isDelivered: true)
                if let failed = failures.removeValue(forKey: webhook.name) {
                    log(.notice, "webhook \(webhook.name): works again after \(failed.backoff.failures) failures")
                }
                return true
            case .responded(let status, _, _) where [400, 404, 410, 413, 422].contains(status):
                counts.recordWebhook(isDelivered: false)
                log(.warning, "webhook \(webhook.name): \(webhook.address) answered \(status), event dropped")
                return true
            case .responded(let status, _, _): fail(webhook, "\(webhook.address) answered \(status)")
            case .failed(let reason): fail(webhook, "\(webhook.address): \(reason)")
            case nil: break
            }
        } catch {
            fail(webhook, "\(error)")
        }
        return false
    }

    /// Waits for a request to end; nil if this thread has to.
    private func result(of request: PostRequest) throws -> TransferResult? {
        try transfers.start(request, as: "")
        while !signal.isStopping {
            if let ended = try transfers.wait(for: [signal.number]).first { return ended.outcome }
        }
        return nil
    }

    private func fail(_ webhook: FleetWebhook, _ reason: String) {
        counts.recordWebhook(isDelivered: false)
        var backoff = failures[webhook.name]?.backoff ?? Backoff(from: .seconds(5), to: .seconds(900))
        let delay = backoff.recordFailure()
        failures[webhook.name] = (backoff, SystemClock.uptime + delay)
        if backoff.failures == 1 { log(.warning, "webhook \(webhook.name): \(reason); it is tried again") }
    }
}

extension FleetWebhook {
    /// Returns true if the event is to be sent.
    fileprivate func accepts(_ event: DeviceEvent) -> Bool {
        guard let kind = Event(rawValue: event.kind.rawValue), events.contains(kind) else { return false }
        return devices?.contains(event.device.text) ?? true
    }
}

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
