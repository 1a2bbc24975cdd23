import Basics
public import Configuration
import Curl
public import Linux
import Location
public import Systemd
import Webhooks

/// Sends the entries of the queue, in order for each webhook and for all webhooks at once, until it is empty.
public struct WebhookSender: ~Copyable {
    /// The reason why a run ended.
    public enum Ending: Hashable, Sendable {
        /// The queue is empty; systemd starts the sender when it is not.
        case empty
        /// A signal arrived.
        case signal(Int32)
    }

    /// The interval of scans for entries that could not be removed.
    private static let rescanInterval: Duration = .seconds(3600)

    let queue: QueueDirectory
    let webhooks: [WebhookSettings]
    let transfers: Transfers
    let log: (Log.Priority, String) -> Void
    var lanes: [String: DeliveryLane] = [:]
    /// The names of files that could not be removed from the queue.
    var stuckFiles: Set<String> = []

    /// Creates a sender.
    ///
    /// - Parameters:
    ///   - settings: the webhooks and the queue.
    ///   - log: receives messages, without positions, names of places and addresses.
    /// - Throws: `CurlError` where there is no memory.
    public init(_ settings: Settings, log: @escaping (Log.Priority, String) -> Void) throws {
        self.init(settings, try Transfers(), log: log)
    }

    /// Separate from what can throw, as in `GPSDLoop`.
    private init(_ settings: Settings, _ transfers: Transfers, log: @escaping (Log.Priority, String) -> Void) {
        queue = QueueDirectory(path: settings.webhookQueue, damaged: settings.damagedWebhooks)
        webhooks = settings.webhooks
        self.transfers = transfers
        self.log = log
    }

    /// Sends until the queue is empty or a signal arrives; a transfer in progress then is repeated later.
    ///
    /// - Throws: `SystemError` where the queue cannot be read, `CurlError` where the library fails.
    public mutating func run(until signals: borrowing SignalFD) throws -> Ending {
        guard let watch = try watch() else { return .empty }
        let alarm = try TimerFD()
        try scanQueue()
        while true {
            for webhook in webhooks { start(webhook) }
            if isIdle, try isQueueEmpty() { return .empty }
            alarm.arm(at: nextWakeUp)
            let others = [signals.descriptor.number, watch.descriptor.number, alarm.descriptor.number]
            for (webhook, outcome) in try transfers.wait(for: others) { handle(webhook, outcome: outcome) }
            if let signal = signals.next() { return .signal(signal) }
            if watch.drain() { try scanQueue() }
        }
    }

    /// Watches the queue; nil if it does not exist.
    private func watch() throws(SystemError) -> DirectoryWatcher? {
        do throws(SystemError) {
            return try DirectoryWatcher(queue.path)
        } catch {
            guard error.isNotFound else { throw error }
            return nil
        }
    }

    private var isIdle: Bool { lanes.values.allSatisfy(\.waiting.isEmpty) }

    /// Scans the queue once more and adds its entries.
    private mutating func isQueueEmpty() throws(SystemError) -> Bool {
        if try queue.names().isEmpty { return true }
        try scanQueue()
        return false
    }

    private var nextWakeUp: Duration? {
        isIdle ? SystemClock.uptime + Self.rescanInterval : lanes.values.compactMap(\.nextAttempt).min()
    }
}

extension WebhookSender {
    /// Scans the queue for new entries and quarantines invalid ones.
    mutating func scanQueue() throws(SystemError) {
        let names = try queue.names()
        for name in names.invalid where !stuckFiles.contains(name) { quarantine(name) }
        var byWebhook = Dictionary(grouping: names.entries) { $0.webhook }
        for webhook in webhooks {
            let mine = byWebhook.removeValue(forKey: webhook.name) ?? []
            lanes[webhook.name, default: DeliveryLane()].update(mine.filter { !stuckFiles.contains("\($0)") })
        }
        for (webhook, names) in byWebhook { removeAll(names, of: webhook) }
    }

    /// Removes a completed entry from the queue.
    mutating func remove(_ name: QueueName) {
        do throws(SystemError) {
            try queue.remove(name)
        } catch {
            log(.error, "webhook \(name.webhook): \(error)")
            stuckFiles.insert("\(name)")
        }
    }

    /// Moves an invalid file out of the queue.
    mutating func quarantine(_ name: String) {
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

    private mutating func removeAll(_ names: [QueueName], of webhook: String) {
        let names = names.filter { !stuckFiles.contains("\($0)") }
        for name in names { remove(name) }
        if !names.isEmpty { log(.warning, "webhook \(webhook): no longer configured, \(names.count) dropped") }
    }
}
