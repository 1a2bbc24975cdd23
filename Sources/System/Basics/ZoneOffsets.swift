/// The offset of a time zone from UTC at each moment, in seconds east of Greenwich.
public struct ZoneOffsets: Hashable, Sendable {
    /// A change of the offset, at a second since 1970.
    struct Change: Hashable, Sendable {
        let second: Int64
        let offset: Int
    }

    /// The range of moments in milliseconds since 1970: that of browsers, which no calendar exceeds (ECMA-262, "Time
    /// Values").
    private static let range: ClosedRange<Int64> = -8_640_000_000_000_000...8_640_000_000_000_000

    /// The offset before the first change.
    private let first: Int
    /// The changes, oldest first.
    private let changes: [Change]
    /// The offsets from the last change on; nil if that one stays.
    private let rule: DaylightRule?

    init(first: Int, changes: [Change], rule: DaylightRule?) {
        self.first = first
        self.changes = changes
        self.rule = rule
    }

    /// Returns the local time at a moment; nil out of the range of browsers.
    public func civilTime(_ moment: Timestamp) -> CivilTime? {
        guard Self.range.contains(moment.milliseconds) else { return nil }
        return CivilTime(moment + .seconds(offset(at: moment)))
    }

    /// Returns the moment of a local time; nil for a year out of the range of browsers.
    ///
    /// Of a time that a change repeats it is the first moment; a time that a change skips is read by the offset before
    /// it. Browsers do the same (ECMA-262, "UTC").
    public func timestamp(_ reading: CivilTime) -> Timestamp? {
        guard (-270_000...270_000).contains(reading.year), (1...12).contains(reading.month) else { return nil }
        let utc = Timestamp(reading)
        // Two days are more than an offset and the longest jump, that over the date line.
        let offsets = [-172_800, 172_800].map { Duration.seconds(offset(at: utc + .seconds($0))) }
        let moments = offsets.map { utc + (.zero - $0) }
        return moments.first { civilTime($0) == CivilTime(utc) } ?? moments[0]
    }

    private func offset(at moment: Timestamp) -> Int {
        let second = moment.milliseconds.flooredDivision(by: 1000)
        if let rule, second >= changes.last?.second ?? .min { return rule.offset(at: second) }
        return changes.last { $0.second <= second }?.offset ?? first
    }
}

extension ZoneOffsets {
    /// Parses a compiled zone of tzdata (RFC 9636), version 2 or later; nil for any other file.
    ///
    /// One with leap seconds is none that this system's clocks follow.
    public init?(file bytes: [UInt8]) {
        var reader = ZoneFileReader(bytes)
        // A first block repeats the second one with shorter times, or is empty.
        guard let old = reader.header(), reader.take(old.length(ofTimes: 4)) != nil, let header = reader.header(),
            header.leapSeconds == 0, let seconds = reader.integers(header.times, ofSize: 8),
            let kinds = reader.integers(header.times, ofSize: 1), let types = reader.offsets(header.types),
            reader.take(header.rest) != nil, let text = reader.footer(), let first = types.first
        else { return nil }
        // Bytes without a sign.
        let offsets = kinds.map { $0 & 0xFF }.map { types.indices.contains(Int($0)) ? types[Int($0)] : nil }
        guard !offsets.contains(nil), zip(seconds, seconds.dropFirst()).allSatisfy(<) else { return nil }
        let changes = zip(seconds, offsets.compactMap(\.self)).map { Change(second: $0, offset: $1) }
        let rule = DaylightRule(text)
        guard text.isEmpty || rule != nil else { return nil }
        self.init(first: first, changes: changes, rule: rule)
    }
}

/// Reads the parts of a compiled zone.
private struct ZoneFileReader {
    /// The counts of a block.
    struct Header {
        let flagsOfUTC: Int
        let flagsOfStandard: Int
        let leapSeconds: Int
        let times: Int
        let types: Int
        let characters: Int

        /// The bytes of names and flags, which follow the types.
        var rest: Int { characters + flagsOfStandard + flagsOfUTC }

        /// The bytes of a block.
        func length(ofTimes size: Int) -> Int {
            times * (size + 1) + types * 6 + rest + leapSeconds * (size + 4)
        }
    }

    private var bytes: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count <= bytes.count else { return nil }
        defer { bytes = bytes.dropFirst(count) }
        return bytes.prefix(count)
    }

    /// Reads the header of version 2 or later, with counts that the rest can have.
    mutating func header() -> Header? {
        guard let start = take(20), start.starts(with: "TZif".utf8), start[start.startIndex + 4] >= UInt8(ascii: "2"),
            let counts = integers(6, ofSize: 4), counts.allSatisfy((0...Int64(bytes.count)).contains)
        else { return nil }
        let numbers = counts.map { Int($0) }
        return Header(
            flagsOfUTC: numbers[0], flagsOfStandard: numbers[1], leapSeconds: numbers[2], times: numbers[3],
            types: numbers[4], characters: numbers[5])
    }

    /// Reads big-endian integers with a sign.
    mutating func integers(_ count: Int, ofSize size: Int) -> [Int64]? {
        guard let part = take(count * size) else { return nil }
        return stride(from: part.startIndex, to: part.endIndex, by: size).map { Self.integer(part[$0..<($0 + size)]) }
    }

    /// Reads the offsets of types, each of which also has a flag and a name.
    mutating func offsets(_ count: Int) -> [Int]? {
        guard let part = take(count * 6) else { return nil }
        let offsets = stride(from: part.startIndex, to: part.endIndex, by: 6).map {
            Int(Self.integer(part[$0..<($0 + 4)]))
        }
        // More than a day is none (RFC 9636, 3.2).
        return offsets.allSatisfy { abs($0) < 93_600 } ? offsets : nil
    }

    /// Reads the line at the end.
    mutating func footer() -> String? {
        guard bytes.first == 0x0A, let end = bytes.dropFirst().firstIndex(of: 0x0A) else { return nil }
        return String(decoding: bytes[bytes.startIndex + 1..<end], as: UTF8.self)
    }

    private static func integer(_ bytes: ArraySlice<UInt8>) -> Int64 {
        let start: Int64 = bytes.first.map { Int64(Int8(bitPattern: $0)) } ?? 0
        return bytes.dropFirst().reduce(start) { $0 << 8 | Int64($1) }
    }
}
