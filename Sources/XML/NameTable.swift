/// Numbers for the names of elements and attributes, so that nothing compares strings for each event.
struct NameTable {
    /// What a name means that is in no vocabulary.
    static let unknown = UInt16.max

    /// Twice as many slots as names, so that there is always a free one.
    private static let slots = 2 * XMLLimits.mostNames

    private struct Entry {
        let hash: UInt64
        let bytes: [UInt8]
        let meaning: UInt16
    }

    private let vocabulary: [[UInt8]]
    private var entries: [Entry] = []
    private var slots: [UInt16]
    /// Different for each table, so that nobody can write a file whose names all meet in one slot.
    private let basis = UInt64.random(in: .min ... .max)

    init(_ vocabulary: [String]) {
        self.vocabulary = vocabulary.map { Array($0.utf8) }
        slots = Array(repeating: Self.unknown, count: Self.slots)
    }

    /// The place in the vocabulary of a name's local part, ``unknown`` where it has none; nil beyond the limits.
    mutating func meaning(of name: Span<UInt8>) -> UInt16? {
        let hash = hash(of: name)
        var slot = Int(truncatingIfNeeded: hash >> 32) % Self.slots
        while slots[slot] != Self.unknown {
            let entry = entries[Int(slots[slot])]
            if entry.hash == hash, Self.isEqual(entry.bytes, name) { return entry.meaning }
            slot = (slot + 1) % Self.slots
        }
        return add(name, hash: hash, slot: slot)
    }

    private mutating func add(_ name: Span<UInt8>, hash: UInt64, slot: Int) -> UInt16? {
        guard entries.count < XMLLimits.mostNames, name.count <= XMLLimits.longestName else { return nil }
        let bytes = name.indices.map { name[$0] }
        let local = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).last ?? []
        let place = vocabulary.firstIndex { $0.elementsEqual(local) }
        let meaning = place.map(UInt16.init) ?? Self.unknown
        slots[slot] = UInt16(entries.count)
        entries.append(Entry(hash: hash, bytes: bytes, meaning: meaning))
        return meaning
    }

    /// FNV-1a, 64 bits (Fowler, Noll, Vo), from a basis of our own.
    private func hash(of name: Span<UInt8>) -> UInt64 {
        var hash = basis
        for index in name.indices { hash = (hash ^ UInt64(name[index])) &* 0x0000_0100_0000_01B3 }
        return hash
    }

    private static func isEqual(_ bytes: [UInt8], _ name: Span<UInt8>) -> Bool {
        guard bytes.count == name.count else { return false }
        for index in name.indices where bytes[index] != name[index] { return false }
        return true
    }
}
