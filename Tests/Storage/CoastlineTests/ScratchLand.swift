import TestSupport

@testable import Coastline

/// A file of outlines of one test: bins without land unless they are given.
struct ScratchLand {
    let directory: ScratchDirectory
    let path: String

    // The size of a bin in minutes, the tolerance in metres, and the rings of bins by number.
    init(_ levels: [(minutes: Int, tolerance: Int, bins: [Int: [[BinPoint]]])]) throws {
        directory = try ScratchDirectory()
        path = directory.file("land")
        try directory.write("land", Self.bytes(levels))
    }

    init(bytes: [UInt8]) throws {
        directory = try ScratchDirectory()
        path = directory.file("land")
        try directory.write("land", bytes)
    }

    /// The ring of a bin that is land as a whole.
    static let whole = [
        BinPoint(x: 0, y: 0), BinPoint(x: 65535, y: 0), BinPoint(x: 65535, y: 65535), BinPoint(x: 0, y: 65535),
    ]

    static func bytes(_ levels: [(minutes: Int, tolerance: Int, bins: [Int: [[BinPoint]]])]) -> [UInt8] {
        let counts = levels.map { 2 * (10_800 / $0.minutes) * (10_800 / $0.minutes) }
        var index = 16 + 16 * levels.count
        var position = index + counts.reduce(0) { $0 + 4 * ($1 + 1) }
        var (header, indices, body): ([UInt8], [UInt8], [UInt8]) = ([], [], [])
        for (level, count) in zip(levels, counts) {
            header += [level.minutes, level.tolerance, index, 0].flatMap(word)
            for bin in 0..<count {
                indices += word(position)
                let bytes = (level.bins[bin] ?? []).flatMap(encoded)
                body += bytes
                position += bytes.count
            }
            indices += word(position)
            index += 4 * (count + 1)
        }
        return Array("WIMLAND1".utf8) + word(levels.count) + word(0) + header + indices + body
    }

    private static func word(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * $0) & 0xFF) } }

    static func encoded(_ ring: [BinPoint]) -> [UInt8] {
        var bytes = number(ring.count)
        var last = BinPoint(x: 0, y: 0)
        for point in ring {
            for step in [point.x - last.x, point.y - last.y] { bytes += number(step >= 0 ? 2 * step : -2 * step - 1) }
            last = point
        }
        return bytes
    }

    private static func number(_ value: Int) -> [UInt8] {
        value < 128 ? [UInt8(value)] : [UInt8(value & 127 | 128)] + number(value >> 7)
    }
}
