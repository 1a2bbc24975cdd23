@testable import Compression

/// Zip archives as other programs write them.
enum Zip {
    enum Layout: CaseIterable {
        case stored, deflated
        /// Stored, and the sums follow the file, in 32 bits or 64.
        case storedFollowed, storedFollowedLong
        /// The sums follow the file: with their signature, without it, and in 64 bits.
        case followed, followedBare, followedLong
        /// The sizes are in the extra field.
        case long
    }

    /// Returns an archive with files; a directory's name ends in a slash.
    static func archive(_ files: [(name: String, bytes: [UInt8])], _ layout: Layout) -> [UInt8] {
        var archive: [UInt8] = []
        for file in files { archive += entry(file.name, file.bytes, layout) }
        // An empty directory and its end: their content is not read.
        if !files.isEmpty { archive += [0x50, 0x4B, 1, 2] + [UInt8](repeating: 0, count: 42) }
        return archive + [0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 18)
    }

    private static func entry(_ name: String, _ bytes: [UInt8], _ layout: Layout) -> [UInt8] {
        let isStored = [.stored, .storedFollowed, .storedFollowedLong].contains(layout) || name.hasSuffix("/")
        // A gzip file without its header of 10 bytes and its end of 8.
        let packed = isStored ? bytes : Array(Gzip.compress(bytes).dropFirst(10).dropLast(8))
        var sum = CRC32()
        sum.add(bytes.span)
        let isFollowed = ![.stored, .deflated, .long].contains(layout) && (!isStored || layout.isStoredFollowed)
        let isLong = !isStored && layout == .long
        let sizes = isLong ? [UInt64(UInt32.max), UInt64(UInt32.max)] : [UInt64(packed.count), UInt64(bytes.count)]
        let extra =
            isLong
            ? number(1, 2) + number(16, 2) + number(UInt64(bytes.count), 8) + number(UInt64(packed.count), 8) : []
        var entry: [UInt8] = [0x50, 0x4B, 3, 4] + number(20, 2) + number(isFollowed ? 8 : 0, 2)
        entry += number(isStored ? 0 : 8, 2) + number(0, 4)
        entry += isFollowed ? number(0, 12) : number(UInt64(sum.value), 4) + sizes.flatMap { number($0, 4) }
        entry += number(UInt64(name.utf8.count), 2) + number(UInt64(extra.count), 2) + Array(name.utf8) + extra + packed
        guard isFollowed else { return entry }
        if layout != .followedBare { entry += [0x50, 0x4B, 7, 8] }
        let width = [.followedLong, .storedFollowedLong].contains(layout) ? 8 : 4
        return entry + number(UInt64(sum.value), 4) + number(UInt64(packed.count), width)
            + number(UInt64(bytes.count), width)
    }

    private static func number(_ value: UInt64, _ size: Int) -> [UInt8] {
        (0..<size).map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) : 0 }
    }
}

extension Zip.Layout {
    fileprivate var isStoredFollowed: Bool { self == .storedFollowed || self == .storedFollowedLong }
}
