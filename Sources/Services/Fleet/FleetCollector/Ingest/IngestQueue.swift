/// Uploads that wait for a commit: bounded in bytes, and due at a number of fixes or some time after the first.
///
/// What was taken counts towards the bound until it is finished, so that a slow database cannot make a process grow, and
/// so does what is still being received.
struct IngestQueue<Item> {
    /// The limits of a queue.
    struct Limits: Hashable, Sendable {
        /// The maximum number of bytes, those of a commit in progress included.
        var maxBytes = 8 << 20
        /// The maximum number of bytes of a single sender.
        var maxSenderBytes = 2 << 20
        /// The maximum number of fixes of a single sender, unless it has but one upload: four of the largest texts.
        var maxSenderFixes = 20_000
        /// The maximum number of bytes of all senders that are not known to have a valid token.
        var maxUnverifiedBytes = 1 << 20
        /// The number of fixes after which a commit is due at once.
        var maxFixes = 5000
        /// The longest wait of the first upload for others.
        var delay = Duration.milliseconds(50)
    }

    /// The bytes that an upload takes beside its body.
    static var overhead: Int { 512 }

    private struct Entry {
        let item: Item
        let origin: IngestOrigin
        let bytes: Int
        let fixes: Int
        let arrival: Duration
    }

    private let limits: Limits
    private var entries: [Entry] = []
    private var fixes = 0
    /// The bytes of what is being received, of what waits, and of what was taken and is not finished.
    var bytes: Int { shares.total }
    /// The entries that were dequeued and are not finished.
    private var taken: [Entry] = []
    private var shares = IngestShares()
    private var commits = 0
    /// The commits in which the senders that wait had their last turns; none for a sender that had none yet.
    private var turns: [String: Int] = [:]
    /// False while the database is away: nothing is accepted then.
    private(set) var isOpen = true

    init(_ limits: Limits = Limits()) {
        self.limits = limits
    }

    /// True if nothing waits.
    var isEmpty: Bool { entries.isEmpty }

    /// Appends an upload; returns false if there is no room, or if the queue is closed.
    mutating func append(
        _ item: Item, byteCount: Int, fixCount: Int, from origin: IngestOrigin, at now: Duration
    ) -> Bool {
        let size = byteCount + Self.overhead
        guard add(size, fixes: fixCount, of: origin) else { return false }
        entries.append(Entry(item: item, origin: origin, bytes: size, fixes: fixCount, arrival: now))
        fixes += fixCount
        return true
    }

    /// Takes room for a body that is being received; returns false if there is none, or if the queue is closed.
    mutating func reserve(_ byteCount: Int, for origin: IngestOrigin) -> Bool {
        add(byteCount + Self.overhead, fixes: 0, of: origin)
    }

    /// Gives back the room of a body that was received, or given up.
    mutating func release(_ byteCount: Int, of origin: IngestOrigin) {
        shares.remove(byteCount + Self.overhead, fixes: 0, of: origin)
    }

    private mutating func add(_ size: Int, fixes: Int, of origin: IngestOrigin) -> Bool {
        let share = shares[origin]
        guard isOpen, shares.total + size <= limits.maxBytes, share.bytes + size <= limits.maxSenderBytes,
            share.fixes == 0 || fixes == 0 || share.fixes + fixes <= limits.maxSenderFixes,
            origin.isVerified || shares.unverified + size <= limits.maxUnverifiedBytes
        else { return false }
        shares.add(size, fixes: fixes, of: origin)
        return true
    }

    /// The uptime at which a commit is due; nil if nothing waits.
    var due: Duration? {
        guard let first = entries.first else { return nil }
        return fixes >= limits.maxFixes ? first.arrival : first.arrival + limits.delay
    }

    /// Removes and returns what the next commit takes: up to the maximum of fixes, at least one upload.
    ///
    /// The senders have turns of one upload each; whoever has waited longest for a turn begins.
    mutating func take() -> [Item] {
        var (chosen, sum) = (Set<Int>(), 0)
        for index in order {
            guard chosen.isEmpty || sum + entries[index].fixes <= limits.maxFixes else { break }
            sum += entries[index].fixes
            chosen.insert(index)
        }
        let next = chosen.sorted().map { entries[$0] }
        taken += next
        entries = entries.indices.filter { !chosen.contains($0) }.map { entries[$0] }
        fixes -= sum
        commits += 1
        for entry in next { turns[entry.origin.sender] = commits }
        let waiting = Set(entries.map(\.origin.sender))
        turns = turns.filter { waiting.contains($0.key) }
        return next.map(\.item)
    }

    /// The entries in the order in which commits take them.
    private var order: [Int] {
        guard fixes > limits.maxFixes else { return Array(entries.indices) }
        var counts: [String: Int] = [:]
        let keys = entries.indices.map { index in
            let sender = entries[index].origin.sender
            defer { counts[sender, default: 0] += 1 }
            return (counts[sender, default: 0], turns[sender] ?? 0, index)
        }
        return keys.sorted { $0 < $1 }.map(\.2)
    }

    /// Forgets what was taken: it is stored, or given up.
    mutating func finish() {
        for entry in taken { forget(entry) }
        taken = []
    }

    private mutating func forget(_ entry: Entry) {
        shares.remove(entry.bytes, fixes: entry.fixes, of: entry.origin)
    }

    /// Accepts nothing more until ``open()``; removes and returns what waits.
    mutating func close() -> [Item] {
        isOpen = false
        for entry in entries { forget(entry) }
        fixes = 0
        defer { entries = [] }
        return entries.map(\.item)
    }

    /// Accepts uploads again.
    mutating func open() {
        isOpen = true
    }
}
