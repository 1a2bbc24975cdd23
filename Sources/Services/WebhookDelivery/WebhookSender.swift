import Basics
public import Configuration
import Curl
public import Linux
import Location
public import Systemd
import Webhooks

/// Sends what waits in the queue, each webhook's in its order and all of them at once, until nothing waits.
public struct WebhookSender: ~Copyable {
    /// Why it has ended.
    public enum Ending: Hashable, Sendable {
        /// There is nothing left; systemd starts it anew when there is.
        case empty
        /// A signal has come.
        case signal(Int32)
    }

    /// How often it is looked whether what cannot be taken out of the queue has gone.
    private static let rescanInterval: Duration = .seconds(3600)

    let queue: QueueDirectory
    let webhooks: [WebhookSettings]
    let transfers: Transfers
    let log: (Log.Priority, String) -> Void
    var lanes: [String: DeliveryLane] = [:]
    /// The names of files that could not be taken out of the queue.
    var stuckFiles: Set<String> = []

    /// Gets ready.
    ///
    /// - Parameters:
    ///   - settings: Who is told, and where the queue is.
    ///   - tell: Takes what there is to say, without positions, names of places and addresses.
    /// - Throws: `CurlError` where memory is out.
    public init(_ settings: Settings, log: @escaping (Log.Priority, String) -> Void) throws {
        queue = QueueDirectory(path: settings.webhookQueue, damaged: settings.damagedWebhooks)
        webhooks = settings.webhooks
        transfers = try Transfers()
        self.log = log
    }

    /// Sends until nothing waits or a signal comes; what is under way then is sent again.
    ///
    /// - Throws: `SystemError` where the queue cannot be looked at, `CurlError` where the library cannot go on.
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

    /// Begins to watch the queue; nil where there is none.
    private func watch() throws(SystemError) -> DirectoryWatcher? {
        do throws(SystemError) {
            return try DirectoryWatcher(queue.path)
        } catch {
            guard error.isNotFound else { throw error }
            return nil
        }
    }

    private var isIdle: Bool { lanes.values.allSatisfy(\.waiting.isEmpty) }

    /// Looks once more; what is there is taken on.
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
    /// Takes on what has come into the queue, and puts aside what is none of an entry.
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

    /// Takes an entry out of the queue that is done with.
    mutating func remove(_ name: QueueName) {
        do throws(SystemError) {
            try queue.remove(name)
        } catch {
            log(.error, "webhook \(name.webhook): \(error)")
            stuckFiles.insert("\(name)")
        }
    }

    /// Puts a file aside that is no entry.
    mutating func quarantine(_ name: String) {
        do throws(SystemError) {
            let fate =
                switch try queue.quarantine(name) {
                case .quarantined: "is damaged, and put into \(queue.damaged)"
                case .removed: "is no entry, too long or no file, and removed"
                case .hidden: "is no entry but a directory, and hidden"
                }
            log(.warning, "webhooks: \(name) \(fate)")
        } catch {
            log(.error, "webhooks: \(name) is no entry and cannot be put into \(queue.damaged): \(error)")
            stuckFiles.insert(name)
        }
    }

    private mutating func removeAll(_ names: [QueueName], of webhook: String) {
        let names = names.filter { !stuckFiles.contains("\($0)") }
        for name in names { remove(name) }
        if !names.isEmpty { log(.warning, "webhook \(webhook): not configured any more, \(names.count) dropped") }
    }
}
