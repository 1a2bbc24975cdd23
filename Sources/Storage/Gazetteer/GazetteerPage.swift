/// A page of places, and the cursor of the next page.
public struct GazetteerPage: Hashable, Sendable {
    /// The places.
    public let entries: [GazetteerEntry]
    /// The cursor after which the next page begins; nil on the last page.
    public let next: GazetteerCursor?
}

/// The sort order of places.
public enum GazetteerOrder: String, CaseIterable, Sendable {
    /// By name, folded to plain letters without accents and strokes.
    case name
    /// By code; places without a code are omitted.
    case code
}

/// A position in the sort order of a gazetteer, from which the next page continues.
public struct GazetteerCursor: Hashable, Sendable, LosslessStringConvertible {
    let key: String
    /// The number of the source, from 1; 0 for text that a user typed.
    let source: Int64
    /// The number of the place in its source.
    let number: Int64

    init(key: String, source: Int64, number: Int64) {
        self.key = key
        self.source = source
        self.number = number
    }

    /// Parses ``description``; any other text becomes a sort key, which precedes all places from that key on.
    public init(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        if parts.count == 3, let source = Int64(parts[0]), let number = Int64(parts[1]) {
            self.init(key: String(parts[2]), source: source, number: number)
        } else {
            self.init(key: text, source: 0, number: 0)
        }
    }

    /// Returns true for text that a user typed: sources are numbered from 1.
    var isTyped: Bool { source == 0 }

    /// The numbers and the key; the initialiser parses it.
    public var description: String { "\(source):\(number):\(key)" }

    /// Returns true if this cursor sorts before another: by key, ignoring ASCII case, then by numbers.
    func precedes(_ other: GazetteerCursor) -> Bool {
        let left = Self.folded(key)
        let right = Self.folded(other.key)
        guard left == right else { return left.lexicographicallyPrecedes(right) }
        return (source, number) < (other.source, other.number)
    }

    private static func folded(_ text: String) -> [UInt8] {
        text.utf8.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
    }
}
