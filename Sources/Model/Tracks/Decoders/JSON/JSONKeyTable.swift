/// A table of the keys of a format with their meanings, searched in constant time.
struct JSONKeyTable<Meaning: Sendable>: Sendable {
    /// A power of two, four times as many as keys: mostly the first try finds the key.
    private let slots: [(meaning: Meaning, name: [UInt8])?]

    /// Creates a table; of two equal keys the first one counts.
    init(_ keys: [(name: String, meaning: Meaning)]) {
        var count = 4
        while count < 4 * keys.count { count *= 2 }
        var slots: [(meaning: Meaning, name: [UInt8])?] = Array(repeating: nil, count: count)
        for key in keys {
            let name = Array(key.name.utf8)
            var slot = Self.hash(name.span) & (count - 1)
            while slots[slot] != nil { slot = (slot + 1) & (count - 1) }
            slots[slot] = (key.meaning, name)
        }
        self.slots = slots
    }

    /// Returns the meaning of a key; nil if it is none of the format's.
    func key(_ text: Span<UInt8>) -> Meaning? {
        var slot = Self.hash(text) & (slots.count - 1)
        while let entry = slots[slot] {
            if text.count == entry.name.count, text.isEqual(to: entry.name.span) { return entry.meaning }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    /// The names of a format differ in their length, their ends or the byte in the middle.
    private static func hash(_ name: Span<UInt8>) -> Int {
        guard name.count > 0 else { return 0 }
        let last = name.count - 1
        return name.count &+ Int(name[0]) &* 31 &+ Int(name[last]) &* 131 &+ Int(name[last / 2]) &* 1031
    }
}

extension JSONKeyTable where Meaning: RawRepresentable<String> & CaseIterable {
    init() {
        self.init(Meaning.allCases.map { ($0.rawValue, $0) })
    }
}
