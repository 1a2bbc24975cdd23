import Compression
import Location

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
