/// A table of numbered element and attribute names, so that events need no string comparison.
struct NameTable {
    struct Meaning {
        /// The index in the vocabulary; nil if the name is not part of it.
        let index: Int?
        let hasText: Bool
        let isLimited: Bool
    }

    private struct Entry {
        let hash: UInt64
        /// The offset of the name in ``NameTable/bytes``.
        let start: Int
        let count: Int
        let meaning: Meaning
    }

    /// Four times as many slots as names, a power of two: there is always a free one, mostly at the first try.
    private static let slots = 4 * XMLLimits.maxNames
    private static let unused = UInt16.max

    private let vocabulary: [XMLName]
    private var entries: [Entry] = []
    /// All names, concatenated.
    private var bytes: [UInt8] = []
    private var slots = Array(repeating: Self.unused, count: Self.slots)
    /// Random for each table, so that no file can be crafted whose names all collide.
    private let basis = UInt64.random(in: .min ... .max)

    init(_ vocabulary: [XMLName]) {
        self.vocabulary = vocabulary
    }

    /// Returns the meaning of a name by its local part; nil beyond the limits.
    mutating func meaning(of name: Span<UInt8>) -> Meaning? {
        let hash = hash(of: name)
        var slot = Int(truncatingIfNeeded: hash >> 32) & (Self.slots - 1)
        while slots[slot] != Self.unused {
            let entry = entries[Int(slots[slot])]
            if entry.hash == hash, isEqual(entry, name) { return entry.meaning }
            slot = (slot + 1) & (Self.slots - 1)
        }
        return add(name, hash: hash, slot: slot)
    }

    private mutating func add(_ name: Span<UInt8>, hash: UInt64, slot: Int) -> Meaning? {
        guard entries.count < XMLLimits.maxNames, name.count <= XMLLimits.maxNameBytes else { return nil }
        let text = name.indices.map { name[$0] }
        let local = text.split(separator: UInt8(ascii: ":")).last ?? []
        let index = vocabulary.firstIndex { $0.name.utf8.elementsEqual(local) }
        let known = index.map { vocabulary[$0] }
        let meaning = Meaning(
            index: index, hasText: known?.hasText ?? false, isLimited: known?.isLimited ?? true)
        slots[slot] = UInt16(entries.count)
        entries.append(Entry(hash: hash, start: bytes.count, count: text.count, meaning: meaning))
        bytes += text
        return meaning
    }

    /// FNV-1a, 64 bits (Fowler, Noll, Vo), with a random basis.
    private func hash(of name: Span<UInt8>) -> UInt64 {
        var hash = basis
        for index in name.indices { hash = (hash ^ UInt64(name[index])) &* 0x0000_0100_0000_01B3 }
        return hash
    }

    private func isEqual(_ entry: Entry, _ name: Span<UInt8>) -> Bool {
        guard entry.count == name.count else { return false }
        for index in name.indices where bytes[entry.start + index] != name[index] { return false }
        return true
    }
}
