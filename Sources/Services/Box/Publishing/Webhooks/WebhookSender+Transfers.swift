import Basics
import Configuration
import Curl
import Delivery
import Linux
import Systemd
import Webhooks

extension WebhookSender {
    /// Starts to send the next entry of a webhook if one is due.
    func startNext(_ webhook: WebhookSettings, at moment: Moment) {
        while let name = schedules[webhook.name]?.due(at: moment.uptime) {
            guard let entry = read(name, at: moment) else { continue }
            do {
                try start(try PostRequest(entry, to: webhook, at: moment.wallClock), to: webhook)
            } catch {
                fail(webhook, "\(error)", at: moment)
            }
        }
    }

    /// Handles the result of sending the first entry of a webhook.
    func handle(_ name: String, _ result: TransferResult, at moment: Moment) {
        guard let webhook = webhooks.first(where: { $0.name == name }) else { return }
        switch DeliveryOutcome(result, of: "\(webhook.address)") {
        case .accepted, .stored: finish(webhook)
        case .failed(let reason, let retryAfter): fail(webhook, reason, retryAfter: retryAfter, at: moment)
        // Unlike a position, an event is old news after a repair of the receiver.
        case .refused(let reason), .rejected(let reason):
            log(.warning, "webhook \(name): \(reason), event dropped")
            finish(webhook)
        case .unanswered: break
        }
    }

    /// Reads an entry; nil if it is missing, invalid or has to wait.
    private func read(_ name: QueueName, at moment: Moment) -> QueueEntry? {
        do {
            return try queue.read(name)
        } catch let error as SystemError {
            guard !error.isNotFound else {
                schedules[name.webhook]?.dropFirst()
                return nil
            }
            pause(name.webhook, "\(error)", at: moment)
        } catch {
            quarantine("\(name)")
            schedules[name.webhook]?.dropFirst()
        }
        return nil
    }

    private func finish(_ webhook: WebhookSettings) {
        guard let name = schedules[webhook.name]?.waiting.first else { return }
        if let failures = schedules[webhook.name]?.completeFirst() {
            log(.notice, "webhook \(webhook.name): \(webhook.address) works again after \(failures) failures")
        }
        remove(name)
    }

    private func fail(_ webhook: WebhookSettings, _ reason: String, retryAfter: Duration? = nil, at moment: Moment) {
        pause(webhook.name, reason, retryAfter: retryAfter, at: moment)
        dropExpired(webhook, at: moment)
    }

    private func pause(_ webhook: String, _ reason: String, retryAfter: Duration? = nil, at moment: Moment) {
        let message = schedules[webhook]?.recordFailure(
            reason, at: moment.uptime, retryAfter: retryAfter, jitter: .random(in: 0...1))
        guard let message, let schedule = schedules[webhook] else { return }
        let count = schedule.failures > 1 ? "failed \(schedule.failures) times, " : ""
        let seconds = (schedule.notBefore - moment.uptime).components.seconds + 1
        log(.warning, "webhook \(webhook): \(message); \(count)next attempt in \(seconds) s")
    }

    /// Drops the entries that have expired.
    private func dropExpired(_ webhook: WebhookSettings, at moment: Moment) {
        var count = 0
        while let schedule = schedules[webhook.name], let name = schedule.waiting.first,
            let entry = try? queue.read(name),
            schedule.isExpired(queued: entry.queued, at: moment)
        {
            schedules[webhook.name]?.dropFirst()
            remove(name)
            count += 1
        }
        if count > 0 { log(.warning, "webhook \(webhook.name): gave up after 3 days, \(count) dropped") }
    }
}

extension PostRequest {
    /// Creates the request that delivers an entry, signed at a time.
    ///
    /// - Throws: An error of ``WebhookSecret``.
    init(_ entry: QueueEntry, to webhook: WebhookSettings, at time: Timestamp) throws {
        let content = WebhookContent(entry, as: webhook.body)
        let secret = try webhook.secretFile.map(WebhookSecret.read)
        self.init(
            webhook.address.text,
            headers: WebhookHeaders.fields(
                for: entry, content: content, secret: secret, seconds: time.milliseconds / 1000,
                version: Product.version),
            body: content.bytes, authorityFile: webhook.authorityFile, proxy: webhook.proxy?.text)
    }
}
