import Basics
import Compression
import Location

/// The events of the last minutes, for those who come back after a while.
///
/// Events are numbered from 1 on, without a gap.
struct EventRing {
    /// How long an event is kept at least.
    static let retention: Duration = .seconds(600)
    /// Bytes that are kept at most: ten minutes at ten reports a second take half of it.
    static let maxBytes = 1 << 20
    /// Events that are packed at once; as many new ones stay as they are.
    static let batchSize = 64

    private struct Entry {
        let at: Duration
        let bytes: [UInt8]
    }

    private var compressed: [CompressedEvents] = []
    private var recent: [Entry] = []
    private var size = 0

    /// The number of the newest event; 0 where there never was one.
    private(set) var newest: UInt64 = 0

    /// The number of the oldest event that is kept; one more than the newest where none is.
    var oldest: UInt64 { compressed.first?.first ?? firstRecent }

    /// Bytes that are in memory.
    var byteCount: Int { compressed.reduce(0) { $0 + $1.size } + recent.reduce(0) { $0 + $1.bytes.count } }

    private var firstRecent: UInt64 { newest + 1 - UInt64(recent.count) }

    /// Keeps an event, and forgets what is too old or too much; the newest is always kept.
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

    /// The events from a number on, as many as are at hand together.
    ///
    /// - Returns: Their bytes, and the number after the last of them; nil where that one is forgotten or has not come.
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

/// Some events in a row that are no longer new, compressed: they are much alike, and few will ask for them.
struct CompressedEvents {
    /// The number of the first.
    let first: UInt64
    /// When the last came.
    let newestAt: Duration
    /// How long each is.
    private let lengths: [Int32]
    private let packed: [UInt8]

    init(first: UInt64, newestAt: Duration, _ events: [[UInt8]]) {
        self.first = first
        self.newestAt = newestAt
        lengths = events.map { Int32(clamping: $0.count) }
        packed = Gzip.compress(Array(events.joined()))
    }

    /// The number of the last.
    var last: UInt64 { first + UInt64(lengths.count) - 1 }

    /// Bytes that it takes.
    var size: Int { packed.count + lengths.count * MemoryLayout<Int32>.size }

    /// All of them from a number on, one after the other; nil where that is none of them.
    func events(from number: UInt64) -> [UInt8]? {
        guard (first...last).contains(number) else { return nil }
        let total = lengths.reduce(0) { $0 + Int($1) }
        let skipped = lengths.prefix(Int(number - first)).reduce(0) { $0 + Int($1) }
        return Gzip.decompress(packed, length: total).map { Array($0.dropFirst(skipped)) }
    }
}
