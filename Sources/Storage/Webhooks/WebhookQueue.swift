public import Basics
public import Configuration
import Cryptography
public import Linux
public import Location

/// The daemon's side of the queue: what happened is a file for each webhook that wants it, on the disk when it is taken.
///
/// systemd starts the sender once the directory has an entry. What cannot be written waits in memory for the next one.
/// Used by one thread; only one process may write a queue.
public struct WebhookQueue: Sendable {
    /// Entries of one webhook at most: the oldest makes room.
    public static let maxWaiting = 1000
    /// What waits in memory at most, while the disk takes nothing.
    public static let maxUnwritten = 100

    /// Whether something waits in memory, so that ``flush()`` makes sense.
    public var hasUnwritten: Bool { !unwritten.isEmpty }

    /// Who is told; another list counts for what happens from then on.
    public var webhooks: [WebhookSettings]

    private let directory: QueueDirectory
    private let now: @Sendable () -> Timestamp
    private let log: @Sendable (String) -> Void
    private var unwritten: [(webhook: String, entry: QueueEntry)] = []
    private var lastNumber: UInt64 = 0

    /// Makes a queue; nothing is written before something happens.
    ///
    /// - Parameters:
    ///   - directory: where it lies, made when it is needed.
    ///   - damaged: where what cannot be read is put aside, made with it.
    ///   - webhooks: who is told.
    ///   - now: the wall clock.
    ///   - tell: takes what went wrong, a line each, without positions and names of places.
    public init(
        directory: String, damaged: String, webhooks: [WebhookSettings],
        now: @escaping @Sendable () -> Timestamp = { SystemClock.now().wallClock },
        tell: @escaping @Sendable (String) -> Void
    ) {
        self.directory = QueueDirectory(path: directory, damaged: damaged)
        self.webhooks = webhooks
        self.now = now
        self.log = tell
    }

    /// Makes the queue that the settings name.
    ///
    /// - Parameters:
    ///   - settings: where it lies, and who is told.
    ///   - tell: takes what went wrong, a line each, without positions and names of places.
    public init(_ settings: Settings, log: @escaping @Sendable (String) -> Void) {
        self.init(
            directory: settings.webhookQueue, damaged: settings.damagedWebhooks, webhooks: settings.webhooks,
            tell: log)
    }

    /// Puts what happened into the queue, once for each webhook that wants it.
    public mutating func enqueue(_ occurrence: PlaceEvent) {
        for webhook in webhooks where webhook.wants(occurrence) {
            let id = Hexadecimal.encode(SecureRandom.bytes(16))
            let wasHolding = hasUnwritten
            unwritten.append((webhook.name, QueueEntry(id: id, queued: now(), occurrence: occurrence)))
            write(isNews: !wasHolding)
        }
    }

    /// Tries once more to write what could not be written.
    public mutating func flush() {
        write(isNews: false)
    }

    /// Tries once more, for the last time, and says what is lost.
    public mutating func finish() {
        flush()
        guard hasUnwritten else { return }
        log("webhooks: \(unwritten.count) events could not be written, and are lost")
        unwritten = []
    }

    private mutating func write(isNews: Bool) {
        guard hasUnwritten else { return }
        do throws(SystemError) {
            try directory.prepare()
            while let (webhook, entry) = unwritten.first {
                try write(entry, for: webhook)
                unwritten.removeFirst()
            }
        } catch {
            if isNews { log("webhooks: \(error); what happens waits in memory") }
            guard unwritten.count > Self.maxUnwritten else { return }
            unwritten.removeFirst(unwritten.count - Self.maxUnwritten)
            log("webhooks: more than \(Self.maxUnwritten) events wait in memory, the oldest is lost")
        }
    }

    private mutating func write(_ entry: QueueEntry, for webhook: String) throws(SystemError) {
        let names = try directory.names().entries
        let waiting = names.filter { $0.webhook == webhook }
        let surplus = waiting.count - Self.maxWaiting + 1
        for name in waiting.prefix(max(0, surplus)) { try directory.remove(name) }
        if surplus > 0 {
            log("webhook \(webhook): \(Self.maxWaiting) events wait to be sent, the oldest is dropped")
        }
        let last = names.last { $0.number <= QueueName.maxNumber }
        let number = max(lastNumber, last?.number ?? 0) + 1
        try directory.write(entry, as: QueueName(number: number, webhook: webhook))
        lastNumber = number
    }
}
