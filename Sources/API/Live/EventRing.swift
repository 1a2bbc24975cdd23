/// The events of the last minutes, for those who come back after a while.
///
/// Events are numbered from 1 on, without a gap.
struct EventRing {
    /// How long an event is kept.
    static let span: Duration = .seconds(600)
    /// Bytes that are kept at most: ten minutes at two reports a second.
    ///
    /// Ten minutes at ten a second would take a fifth of all the memory that the daemon has.
    static let mostBytes = 1 << 20

    private struct Entry {
        let at: Duration
        var bytes: [UInt8]
    }

    /// The event before the first that is kept.
    private var forgotten: UInt64 = 0
    /// What is forgotten and then, from `start` on, what is kept.
    private var entries: [Entry] = []
    private var start = 0
    private var size = 0

    /// The number of the newest event; 0 where there never was one.
    var newest: UInt64 { forgotten + UInt64(entries.count - start) }

    /// The number of the oldest event that is kept; one more than the newest where none is.
    var oldest: UInt64 { forgotten + 1 }

    /// Bytes and places that are in memory, of what is forgotten too.
    var held: (bytes: Int, places: Int) { (entries.reduce(0) { $0 + $1.bytes.count }, entries.count) }

    /// Keeps an event, and forgets what is too old or too much; the newest is always kept.
    mutating func append(_ bytes: [UInt8], at uptime: Duration) {
        entries.append(Entry(at: uptime, bytes: bytes))
        size += bytes.count
        while entries.count - start > 1, uptime - entries[start].at > Self.span || size > Self.mostBytes {
            forgetFirst()
        }
    }

    /// The bytes go at once, their place with as many others: to move all that is kept for each would take longer.
    private mutating func forgetFirst() {
        size -= entries[start].bytes.count
        entries[start].bytes = []
        start += 1
        forgotten += 1
        guard start * 2 > entries.count else { return }
        entries.removeFirst(start)
        start = 0
    }

    /// An event by its number; nil where it is forgotten or has not come.
    subscript(number: UInt64) -> [UInt8]? {
        guard number > forgotten, number <= newest else { return nil }
        return entries[start + Int(number - forgotten - 1)].bytes
    }
}
