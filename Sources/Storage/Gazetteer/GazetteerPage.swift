/// Some places in their order, and where to go on.
public struct GazetteerPage: Hashable, Sendable {
    /// The places.
    public let entries: [GazetteerEntry]
    /// Behind which place the next page begins; nil where there is none.
    public let next: GazetteerCursor?
}

/// What places are put in order by.
public enum GazetteerOrder: String, CaseIterable, Sendable {
    /// The name, in plain letters: accents and strokes do not count.
    case name
    /// The code; places without one are left out.
    case code
}

/// A place in the order of a gazetteer, to go on behind.
public struct GazetteerCursor: Hashable, Sendable, LosslessStringConvertible {
    /// What it is put in order by.
    let key: String
    /// The number of its source.
    let source: Int64
    /// Its number there.
    let number: Int64

    init(key: String, source: Int64, number: Int64) {
        self.key = key
        self.source = source
        self.number = number
    }

    /// Reads ``description``; other text is behind all places that come before it in the order.
    public init(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        if parts.count == 3, let source = Int64(parts[0]), let number = Int64(parts[1]) {
            self.init(key: String(parts[2]), source: source, number: number)
        } else {
            self.init(key: text, source: 0, number: 0)
        }
    }

    /// Whether it is a text that somebody has typed, since sources are counted from 1.
    var isTyped: Bool { source == 0 }

    /// Numbers and key, which read back as the same.
    public var description: String { "\(source):\(number):\(key)" }

    /// Whether it comes before another one: by letters of ASCII without regard to capitals, then by numbers.
    func precedes(_ other: GazetteerCursor) -> Bool {
        let (mine, its) = (Self.folded(key), Self.folded(other.key))
        guard mine == its else { return mine.lexicographicallyPrecedes(its) }
        return (source, number) < (other.source, other.number)
    }

    private static func folded(_ text: String) -> [UInt8] {
        text.utf8.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
    }
}
