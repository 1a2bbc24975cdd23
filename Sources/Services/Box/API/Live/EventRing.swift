import Compression

/// The events of the last minutes, for subscribers that reconnect.
///
/// Events are numbered from 1 without gaps.
struct EventRing {
    /// The minimum time that events are retained.
    static let retention: Duration = .seconds(600)
    /// The maximum size in bytes: ten minutes of ten reports a second take half of it.
    static let maxBytes = 1 << 20
    /// The number of events compressed together; as many recent ones stay uncompressed.
    static let batchSize = 64

    private struct Entry {
        let at: Duration
        let bytes: [UInt8]
    }

    private var compressed: [CompressedEvents] = []
    private var recent: [Entry] = []
    private var size = 0

    /// The number of the newest event; 0 before the first.
    private(set) var newest: UInt64 = 0

    /// The number of the oldest retained event; one more than the newest if there is none.
    var oldest: UInt64 { compressed.first?.first ?? firstRecent }

    /// The bytes in memory.
    var byteCount: Int { compressed.reduce(0) { $0 + $1.size } + recent.reduce(0) { $0 + $1.bytes.count } }

    private var firstRecent: UInt64 { newest + 1 - UInt64(recent.count) }

    /// Appends an event and drops expired or excess ones; the newest is always retained.
    mutating func append(_ bytes: [UInt8], at uptime: Duration) {
        recent.append(Entry(at: uptime, bytes: bytes))
        newest += 1
        size += bytes.count
        if recent.count == 2 * Self.batchSize { compressOldest() }
        while let first = compressed.first, uptime - first.newestAt > Self.retention || size > Self.maxBytes {
            size -= first.size
            compressed.removeFirst()
        }
        while recent.count > 1, compressed.isEmpty, uptime - recent[0].at > Self.retention || size > Self.maxBytes {
            size -= recent.removeFirst().bytes.count
        }
    }

    /// Returns the events from a number on that are stored together.
    ///
    /// - Returns: the bytes and the number after the last of them; nil for a dropped or future event.
    func events(from number: UInt64) -> (bytes: [UInt8], next: UInt64)? {
        guard number >= oldest, number <= newest else { return nil }
        if number >= firstRecent { return (recent[Int(number - firstRecent)].bytes, number + 1) }
        guard let block = compressed.last(where: { $0.first <= number }), let bytes = block.events(from: number) else {
            return nil
        }
        return (bytes, block.last + 1)
    }

    private mutating func compressOldest() {
        let old = recent.prefix(Self.batchSize)
        let block = CompressedEvents(first: firstRecent, newestAt: recent[Self.batchSize - 1].at, old.map(\.bytes))
        size += block.size - old.reduce(0) { $0 + $1.bytes.count }
        compressed.append(block)
        recent.removeFirst(Self.batchSize)
    }
}

/// A block of older events, compressed: they are similar and rarely requested.
struct CompressedEvents {
    let first: UInt64
    /// The time of the last event.
    let newestAt: Duration
    private let lengths: [Int32]
    private let packed: [UInt8]

    init(first: UInt64, newestAt: Duration, _ events: [[UInt8]]) {
        self.first = first
        self.newestAt = newestAt
        lengths = events.map { Int32(clamping: $0.count) }
        packed = Gzip.compress(Array(events.joined()))
    }

    var last: UInt64 { first + UInt64(lengths.count) - 1 }

    /// The size in bytes.
    var size: Int { packed.count + lengths.count * MemoryLayout<Int32>.size }

    /// Returns the events from a number on, concatenated; nil for a number outside the block.
    func events(from number: UInt64) -> [UInt8]? {
        guard (first...last).contains(number) else { return nil }
        let total = lengths.reduce(0) { $0 + Int($1) }
        let skipped = lengths.prefix(Int(number - first)).reduce(0) { $0 + Int($1) }
        return Gzip.decompress(packed, length: total).map { Array($0.dropFirst(skipped)) }
    }
}
