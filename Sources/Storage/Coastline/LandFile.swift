import Glibc
public import Linux

/// A file of the outlines of land, made of GSHHG by `packaging/convert-land.py`; read-only.
///
/// The index and the outlines are read when they are needed: some kilobytes for a square of the map.
public final class LandFile: Sendable {
    /// The length of the header before its levels.
    private static let headerLength = 16
    private static let signature = Array("WIMLAND1".utf8)
    private static let maxLevels = 8
    /// The maximum size of a bin in bytes; the largest of GSHHG's finest outlines has a sixth of it.
    static let maxBinSize = 1 << 20

    /// The path of the file.
    public let path: String

    private let file: FileDescriptor
    /// At least one, the coarsest first.
    private let levels: [LandLevel]

    /// Opens a file.
    ///
    /// - Throws: ``SystemError`` if it cannot be read, with `EINVAL` if it is no file of outlines.
    public init(_ path: String) throws(SystemError) {
        self.path = path
        try FileContents.checkIsRegular(path)
        file = try FileDescriptor.open(path)
        let limit = Self.headerLength + Self.maxLevels * LandLevel.headerLength
        let header = try file.read(upTo: limit, at: 0)
        guard header.starts(with: Self.signature), let count = header.dropFirst(8).littleEndian,
            (1...Self.maxLevels).contains(count),
            header.count >= Self.headerLength + count * LandLevel.headerLength
        else { throw SystemError("read", path, code: EINVAL) }
        let parts = (0..<count).map { header.dropFirst(Self.headerLength + $0 * LandLevel.headerLength) }
        levels = parts.compactMap { LandLevel($0) }
        guard levels.count == count else { throw SystemError("read", path, code: EINVAL) }
    }

    /// The distance in metres by which its finest outlines may be off.
    public var tolerance: Int { levels.map(\.tolerance).min() ?? 0 }

    /// Returns the level for a square: the coarsest that is off by at most one and a half of its points, else the finest.
    func level(for square: MapSquare) -> LandLevel {
        let sorted = levels.sorted { $0.tolerance > $1.tolerance }
        return sorted.first { Double($0.tolerance) <= 1.5 * square.metresPerPoint } ?? sorted[sorted.count - 1]
    }

    func bytes(of bin: Int, _ level: LandLevel) throws(LandError) -> [UInt8] {
        let entry = try read(8, at: level.index + 4 * bin)
        guard let first = entry.littleEndian, let end = entry.dropFirst(4).littleEndian, first <= end,
            end - first <= Self.maxBinSize
        else { throw .damaged }
        return first == end ? [] : try read(end - first, at: first)
    }

    private func read(_ count: Int, at position: Int) throws(LandError) -> [UInt8] {
        let bytes: [UInt8]
        do { bytes = try file.read(upTo: count, at: position) } catch { throw .unreadable(error) }
        guard bytes.count == count else { throw .damaged }
        return bytes
    }
}

/// Thrown for a file of outlines that turned out to be damaged.
public enum LandError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The contents contradict the format.
    case damaged
    /// The system cannot read it.
    case unreadable(SystemError)

    /// One line: the reason.
    public var description: String {
        switch self {
        case .damaged: "the file of the land's outlines is damaged; fix: install it again"
        case .unreadable(let error): "\(error)"
        }
    }
}
