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
