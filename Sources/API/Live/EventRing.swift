/// The events of the last minutes, for those who come back after a while.
///
/// Events are numbered from 1 on, without a gap.
struct EventRing {
    /// How long an event is kept.
    static let span: Duration = .seconds(600)
    /// Bytes that are kept at most: ten minutes at ten reports a second and some.
    static let mostBytes = 1 << 22

    private struct Entry {
        let at: Duration
        let bytes: [UInt8]
    }

    /// The event before the first that is kept.
    private var forgotten: UInt64 = 0
    private var entries: ArraySlice<Entry> = []
    private var size = 0

    /// The number of the newest event; 0 where there never was one.
    var newest: UInt64 { forgotten + UInt64(entries.count) }

    /// The number of the oldest event that is kept; one more than the newest where none is.
    var oldest: UInt64 { forgotten + 1 }

    /// Keeps an event, and forgets what is too old or too much; the newest is always kept.
    mutating func append(_ bytes: [UInt8], at uptime: Duration) {
        entries.append(Entry(at: uptime, bytes: bytes))
        size += bytes.count
        while entries.count > 1, let first = entries.first,
            uptime - first.at > Self.span || size > Self.mostBytes
        {
            size -= first.bytes.count
            entries.removeFirst()
            forgotten += 1
        }
    }

    /// An event by its number; nil where it is forgotten or has not come.
    subscript(number: UInt64) -> [UInt8]? {
        guard number > forgotten, number <= newest else { return nil }
        return entries[entries.startIndex + Int(number - forgotten - 1)].bytes
    }
}
