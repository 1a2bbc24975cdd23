public import Basics
public import Configuration
import Cryptography
public import Linux
public import Location

/// The daemon's side of the queue: writes an event to a durable file for each subscribed webhook.
///
/// systemd starts the sender when the directory has an entry. Events that cannot be written wait in memory. Used by
/// one thread; only one process may write a queue.
public struct WebhookQueue: Sendable {
    /// The maximum number of entries of one webhook; the oldest makes room.
    public static let maxWaiting = 1000
    /// The maximum number of events in memory while writes fail.
    public static let maxUnwritten = 100

    /// True if events wait in memory for ``flush()``.
    public var hasUnwritten: Bool { !unwritten.isEmpty }

    /// The webhooks; a new list applies to later events.
    public var webhooks: [WebhookSettings]

    private let directory: QueueDirectory
    private let now: @Sendable () -> Timestamp
    private let log: @Sendable (String) -> Void
    private var unwritten: [(webhook: String, entry: QueueEntry)] = []
    private var lastNumber: UInt64 = 0

    /// Creates a queue; writes nothing before ``prepare()`` or the first event.
    ///
    /// - Parameters:
    ///   - directory: the directory of entries, created when needed.
    ///   - damaged: the directory of damaged entries, created with it.
    ///   - webhooks: the webhooks.
    ///   - now: the wall clock.
    ///   - log: receives errors, a line each, without positions and names of places.
    public init(
        directory: String, damaged: String, webhooks: [WebhookSettings],
        now: @escaping @Sendable () -> Timestamp = { SystemClock.now().wallClock },
        log: @escaping @Sendable (String) -> Void
    ) {
        self.directory = QueueDirectory(path: directory, damaged: damaged)
        self.webhooks = webhooks
        self.now = now
        self.log = log
    }

    /// Creates the queue of the settings; `log` receives errors, a line each, without positions and names of places.
    public init(_ settings: Settings, log: @escaping @Sendable (String) -> Void) {
        self.init(
            directory: settings.webhookQueue, damaged: settings.damagedWebhooks, webhooks: settings.webhooks,
            log: log)
    }

    /// Creates the directories of the queue where there is a webhook, so that the sender can watch them, and opens
    /// those of an earlier version to it.
    public func prepare() {
        guard !webhooks.isEmpty || directory.exists else { return }
        do throws(SystemError) {
            try directory.prepare()
        } catch {
            log("webhooks: \(error)")
        }
    }

    /// Enqueues an event for each webhook that subscribes to it.
    public mutating func enqueue(_ event: PlaceEvent) {
        for webhook in webhooks where webhook.accepts(event) {
            let id = Hexadecimal.encode(SecureRandom.bytes(16))
            let wasHolding = hasUnwritten
            unwritten.append((webhook.name, QueueEntry(id: id, queued: now(), event: event)))
            write(logsErrors: !wasHolding)
        }
    }

    /// Retries failed writes.
    public mutating func flush() {
        write(logsErrors: false)
    }

    /// Retries failed writes for the last time and logs the loss.
    public mutating func finish() {
        flush()
        guard hasUnwritten else { return }
        log("webhooks: \(unwritten.count) events could not be written and are lost")
        unwritten = []
    }

    private mutating func write(logsErrors: Bool) {
        guard hasUnwritten else { return }
        do throws(SystemError) {
            try directory.prepare()
            while let (webhook, entry) = unwritten.first {
                try write(entry, for: webhook)
                unwritten.removeFirst()
            }
        } catch {
            if logsErrors { log("webhooks: \(error); events wait in memory") }
            guard unwritten.count > Self.maxUnwritten else { return }
            unwritten.removeFirst(unwritten.count - Self.maxUnwritten)
            log("webhooks: more than \(Self.maxUnwritten) events wait in memory, oldest dropped")
        }
    }

    private mutating func write(_ entry: QueueEntry, for webhook: String) throws(SystemError) {
        let names = try directory.names().entries
        let waiting = names.filter { $0.webhook == webhook }
        let surplus = waiting.count - Self.maxWaiting + 1
        for name in waiting.prefix(max(0, surplus)) { try directory.remove(name) }
        if surplus > 0 {
            log("webhook \(webhook): \(Self.maxWaiting) events wait to be sent, oldest dropped")
        }
        let last = names.last { $0.number <= QueueName.maxNumber }
        let number = max(lastNumber, last?.number ?? 0) + 1
        try directory.write(entry, as: QueueName(number: number, webhook: webhook))
        lastNumber = number
    }
}
