/// Uploads that wait for a commit: bounded in bytes, and due at a number of fixes or some time after the first.
///
/// What was taken counts towards the bound until it is finished, so that a slow database cannot make a process grow.
struct IngestQueue<Item> {
    /// The limits of a queue.
    struct Limits: Hashable, Sendable {
        /// The maximum number of bytes, those of a commit in progress included.
        var maxBytes = 8 << 20
        /// The number of fixes after which a commit is due at once.
        var maxFixes = 5000
        /// The longest wait of the first upload for others.
        var delay = Duration.milliseconds(50)
    }

    /// The bytes that an upload takes beside its body.
    static var overhead: Int { 512 }

    private struct Entry {
        let item: Item
        let bytes: Int
        let fixes: Int
        let arrival: Duration
    }

    private let limits: Limits
    private var entries: [Entry] = []
    private var fixes = 0
    /// The bytes of what waits and of what was taken and is not finished.
    private(set) var bytes = 0
    private var takenBytes = 0
    /// False while the database is away: nothing is accepted then.
    private(set) var isOpen = true

    init(_ limits: Limits = Limits()) {
        self.limits = limits
    }

    /// True if nothing waits.
    var isEmpty: Bool { entries.isEmpty }

    /// Appends an upload.
    ///
    /// - Parameters:
    ///   - item: The upload.
    ///   - byteCount: The size of its body.
    ///   - fixCount: The number of its fixes, which may be an estimate.
    ///   - now: The uptime.
    /// - Returns: False if there is no room, or if the queue is closed.
    mutating func append(_ item: Item, byteCount: Int, fixCount: Int, at now: Duration) -> Bool {
        let size = byteCount + Self.overhead
        guard isOpen, bytes + size <= limits.maxBytes else { return false }
        entries.append(Entry(item: item, bytes: size, fixes: fixCount, arrival: now))
        bytes += size
        fixes += fixCount
        return true
    }

    /// The uptime at which a commit is due; nil if nothing waits.
    var due: Duration? {
        guard let first = entries.first else { return nil }
        return fixes >= limits.maxFixes ? first.arrival : first.arrival + limits.delay
    }

    /// Removes and returns what the next commit takes: the oldest uploads with up to the maximum of fixes, at least one.
    mutating func take() -> [Item] {
        var (count, taken) = (0, 0)
        for entry in entries {
            guard count == 0 || taken + entry.fixes <= limits.maxFixes else { break }
            taken += entry.fixes
            takenBytes += entry.bytes
            count += 1
        }
        defer { entries.removeFirst(count) }
        fixes -= taken
        return entries.prefix(count).map(\.item)
    }

    /// Forgets what was taken: it is stored, or given up.
    mutating func finish() {
        bytes -= takenBytes
        takenBytes = 0
    }

    /// Accepts nothing more until ``open()``; removes and returns what waits.
    mutating func close() -> [Item] {
        isOpen = false
        bytes = takenBytes
        fixes = 0
        defer { entries = [] }
        return entries.map(\.item)
    }

    /// Accepts uploads again.
    mutating func open() {
        isOpen = true
    }
}
