import Basics
import Configuration
import Curl
import Linux
import Location
import Systemd
import Webhooks

extension WebhookSender {
    /// Starts to send the next entry of a webhook that is due.
    mutating func start(_ webhook: WebhookSettings) {
        while let name = lanes[webhook.name]?.due(at: SystemClock.uptime) {
            guard let entry = read(name) else { continue }
            do {
                try transfers.start(try PostRequest(entry, to: webhook), as: webhook.name)
                lanes[webhook.name]?.startFirst()
            } catch {
                fail(webhook, "\(error)", retryAfter: nil)
            }
        }
    }

    /// Handles the outcome of sending the first entry of a webhook.
    mutating func handle(_ name: String, outcome: TransferResult) {
        guard let webhook = webhooks.first(where: { $0.name == name }) else { return }
        switch outcome {
        case .failed(let reason): fail(webhook, "\(webhook.address): \(reason)", retryAfter: nil)
        case .responded(let status, let retryAfter, _):
            switch DeliveryResult(status: status) {
            case .accepted: finish(webhook)
            case .rejected:
                log(.warning, "webhook \(name): \(webhook.address) answered \(status), event dropped")
                finish(webhook)
            case .retry:
                let hint = (300..<400).contains(status) ? ", redirects are not followed" : ""
                fail(webhook, "\(webhook.address) answered \(status)\(hint)", retryAfter: retryAfter)
            }
        }
    }

    /// Reads an entry; nil if it is gone, invalid or has to wait.
    private mutating func read(_ name: QueueName) -> QueueEntry? {
        do {
            return try queue.read(name)
        } catch let error as SystemError {
            guard !error.isNotFound else {
                lanes[name.webhook]?.dropFirst()
                return nil
            }
            pause(name.webhook, "\(error)", retryAfter: nil)
        } catch {
            quarantine("\(name)")
            lanes[name.webhook]?.dropFirst()
        }
        return nil
    }

    private mutating func finish(_ webhook: WebhookSettings) {
        guard let name = lanes[webhook.name]?.waiting.first else { return }
        let failures = lanes[webhook.name]?.failures ?? 0
        if failures > 0 {
            log(.notice, "webhook \(webhook.name): \(webhook.address) works again after \(failures) failures")
        }
        lanes[webhook.name]?.completeFirst()
        remove(name)
    }

    private mutating func fail(_ webhook: WebhookSettings, _ reason: String, retryAfter: Int64?) {
        pause(webhook.name, reason, retryAfter: retryAfter)
        dropExpired(webhook)
    }

    private mutating func pause(_ webhook: String, _ reason: String, retryAfter: Int64?) {
        let now = SystemClock.uptime
        let shouldLog =
            lanes[webhook]?.recordFailure(reason, at: now, retryAfter: retryAfter, jitter: .random(in: 0...1)) ?? false
        guard shouldLog, let lane = lanes[webhook] else { return }
        let count = lane.failures > 1 ? "failed \(lane.failures) times, " : ""
        let seconds = (lane.notBefore - now).components.seconds + 1
        log(.warning, "webhook \(webhook): \(reason); \(count)next attempt in \(seconds) s")
    }

    /// Drops the entries that have expired.
    private mutating func dropExpired(_ webhook: WebhookSettings) {
        var count = 0
        let now = SystemClock.now()
        let failing = lanes[webhook.name]?.failureDuration(at: now.uptime) ?? .zero
        while let name = lanes[webhook.name]?.waiting.first, let entry = try? queue.read(name),
            RetryPolicy.isExpired(queued: entry.queued, now: now.wallClock, failing: failing)
        {
            lanes[webhook.name]?.dropFirst()
            remove(name)
            count += 1
        }
        if count > 0 { log(.warning, "webhook \(webhook.name): gave up after 3 days, \(count) dropped") }
    }
}

extension PostRequest {
    /// Creates the request that delivers an entry now.
    ///
    /// - Throws: an error of ``WebhookSecret``.
    init(_ entry: QueueEntry, to webhook: WebhookSettings) throws {
        let content = WebhookContent(entry, as: webhook.body)
        let secret = try webhook.secretFile.map(WebhookSecret.read)
        let seconds = SystemClock.now().wallClock.milliseconds / 1000
        self.init(
            webhook.address.text,
            headers: WebhookHeaders.fields(
                for: entry, content: content, secret: secret, seconds: seconds, version: Product.version),
            body: content.bytes, authorityFile: webhook.authorityFile, proxy: webhook.proxy?.text)
    }
}
