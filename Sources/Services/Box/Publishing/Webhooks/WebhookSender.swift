import Basics
import Configuration
import Curl
import Linux
import Systemd
import Webhooks

/// Sends the entries of the queue of webhooks, in order for each webhook and for all webhooks at once.
///
/// Used by the thread of the loop, which waits for its requests and calls ``serve(at:)`` after each event.
final class WebhookSender {
    /// The interval of scans for entries that could not be removed, and after an error of the queue.
    private static let (rescanInterval, errorInterval): (Duration, Duration) = (.seconds(3600), .seconds(60))
    /// The prefix of the keys of requests; no destination has an empty name.
    private static let keyPrefix = "/"

    let queue: QueueDirectory
    let webhooks: [WebhookSettings]
    let log: (Log.Priority, String) -> Void
    var schedules: [String: DeliverySchedule]
    /// The names of files that could not be removed from the queue.
    var stuckFiles: Set<String> = []
    private let transfers: Transfers
    private var watch: CommitWatch
    private var answers: [(webhook: String, result: TransferResult)] = []
    /// The uptime of the next scan without an arrival; nil for none.
    private var nextScan: Duration? = .zero
    private var isQueueEmpty = false
    /// The last error of the queue, which is logged once.
    private var queueError: SystemError?

    /// Creates a sender; the queue may not exist yet.
    ///
    /// Messages in the log have no positions, names of places or addresses.
    init(_ settings: Settings, _ transfers: Transfers, log: @escaping (Log.Priority, String) -> Void) {
        queue = QueueDirectory(path: settings.webhookQueue, damaged: settings.damagedWebhooks)
        webhooks = settings.webhooks
        self.transfers = transfers
        self.log = log
        schedules = Dictionary(webhooks.map { ($0.name, DeliverySchedule($0)) }) { first, _ in first }
        watch = CommitWatch(queue.path)
    }

    /// The descriptor that is readable when an entry arrives; nil while there is no queue.
    var descriptor: Int32? { watch.descriptor }

    /// True while a response is missing.
    var isSending: Bool { schedules.values.contains(where: \.isSending) }

    /// The uptime at which ``serve(at:)`` is due; nil if only events are waited for.
    var deadline: Duration? {
        let watching = webhooks.isEmpty ? nil : watch.deadline
        return (schedules.values.map(\.nextAttempt) + [watching, nextScan]).compactMap(\.self).min()
    }

    /// Returns true if nothing waits in the queue, which is read once more.
    func isDone(at uptime: Duration) -> Bool {
        guard schedules.values.allSatisfy(\.waiting.isEmpty) else { return false }
        scan(at: uptime)
        return isQueueEmpty
    }

    /// Starts a request to a webhook.
    func start(_ request: PostRequest, to webhook: WebhookSettings) throws {
        try transfers.start(request, as: Self.keyPrefix + webhook.name)
        schedules[webhook.name]?.startFirst()
    }

    /// Returns true if a key is that of a request to a webhook.
    static func owns(_ key: String) -> Bool { key.hasPrefix(keyPrefix) }

    /// Stores the result of a request for ``takeAnswers(at:)``.
    func finish(_ key: String, _ result: TransferResult) {
        answers.append((String(key.dropFirst(Self.keyPrefix.count)), result))
    }

    /// Handles what has happened, and starts what is due.
    func serve(at moment: Moment) {
        takeAnswers(at: moment)
        let isDue = nextScan.map { moment.uptime >= $0 } ?? false
        // First the watch, so that nothing arrives between the scan and it.
        if watch.hasChanged(at: moment.uptime) || isDue { scan(at: moment.uptime) }
        for webhook in webhooks { startNext(webhook, at: moment) }
    }

    /// Handles the responses that have arrived.
    func takeAnswers(at moment: Moment) {
        for (name, result) in answers { handle(name, result, at: moment) }
        answers = []
    }
}

extension WebhookSender {
    /// Scans the queue; an error is repeated later.
    private func scan(at uptime: Duration) {
        do throws(SystemError) {
            let names = try queue.names()
            isQueueEmpty = names.isEmpty
            take(names)
            nextScan = stuckFiles.isEmpty ? nil : uptime + Self.rescanInterval
            queueError = nil
        } catch {
            isQueueEmpty = false
            nextScan = uptime + Self.errorInterval
            if error != queueError { log(.error, "webhooks: \(error)") }
            queueError = error
        }
    }

    /// Adds new entries, and removes the invalid ones and those of other webhooks.
    private func take(_ names: QueueDirectory.Names) {
        for name in names.invalid where !stuckFiles.contains(name) { quarantine(name) }
        var byWebhook = Dictionary(grouping: names.entries) { $0.webhook }
        for webhook in webhooks {
            let mine = byWebhook.removeValue(forKey: webhook.name) ?? []
            schedules[webhook.name]?.update(mine.filter { !stuckFiles.contains("\($0)") })
        }
        for (webhook, names) in byWebhook { removeAll(names, of: webhook) }
    }

    /// Removes a completed entry from the queue.
    func remove(_ name: QueueName) {
        do throws(SystemError) {
            try queue.remove(name)
        } catch {
            log(.error, "webhook \(name.webhook): \(error)")
            stuckFiles.insert("\(name)")
        }
    }

    /// Moves an invalid file out of the queue.
    func quarantine(_ name: String) {
        do throws(SystemError) {
            let fate =
                switch try queue.quarantine(name) {
                case .quarantined: "is damaged, moved to \(queue.damaged)"
                case .removed: "is too long or no regular file, removed"
                case .hidden: "is a directory, hidden"
                }
            log(.warning, "webhooks: \(name) \(fate)")
        } catch {
            log(.error, "webhooks: \(name) is no entry and cannot be moved to \(queue.damaged): \(error)")
            stuckFiles.insert(name)
        }
    }

    private func removeAll(_ names: [QueueName], of webhook: String) {
        let names = names.filter { !stuckFiles.contains("\($0)") }
        for name in names { remove(name) }
        if !names.isEmpty { log(.warning, "webhook \(webhook): no longer configured, \(names.count) dropped") }
    }
}
