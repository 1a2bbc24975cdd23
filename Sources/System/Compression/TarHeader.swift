/// The header of a file in a tar archive (POSIX.1, pax, "ustar interchange format").
struct TarHeader {
    /// Bytes of the header, and of each block of an archive.
    static let size = 512

    /// The contents behind a header.
    enum Kind {
        case file
        /// A directory, which is not a file.
        case directory
        /// A link, a device or a part of GNU's own: a file without content to read.
        case other
        /// The name of the next file, as GNU writes long ones.
        case longName
        /// Values for the next file, in the format of pax.
        case values
        /// Something about the archive, or about the target of a link.
        case ignored
    }

    let kind: Kind
    var name: String
    /// Bytes of the content.
    var contentSize: UInt64

    /// Parses a block; nil if it is no header.
    init?(_ block: [UInt8]) {
        guard block.count == Self.size, Self.hasChecksum(block), let size = Self.number(block[124..<136]) else {
            return nil
        }
        let type = block[156]
        kind = Self.kind(of: type)
        // Links and directories have no content, whatever their size is.
        contentSize = (UInt8(ascii: "1")...UInt8(ascii: "6")).contains(type) ? 0 : size
        let isStandard = block[257..<263].elementsEqual([0x75, 0x73, 0x74, 0x61, 0x72, 0])
        let prefix = isStandard ? Self.text(block[345..<500]) : ""
        name = (prefix.isEmpty ? "" : prefix + "/") + Self.text(block[0..<100])
    }

    private static func kind(of type: UInt8) -> Kind {
        switch type {
        case 0, UInt8(ascii: "0"), UInt8(ascii: "7"): .file
        case UInt8(ascii: "5"), UInt8(ascii: "D"): .directory
        case UInt8(ascii: "L"): .longName
        case UInt8(ascii: "x"), UInt8(ascii: "X"): .values
        case UInt8(ascii: "g"), UInt8(ascii: "K"), UInt8(ascii: "V"): .ignored
        default: .other
        }
    }

    /// The sum of all bytes, its own field counted as blanks; old programs summed signed bytes.
    private static func hasChecksum(_ block: [UInt8]) -> Bool {
        guard let expected = number(block[148..<156]), expected > 0 else { return false }
        var (unsigned, signed) = (0, 0)
        for (index, byte) in block.enumerated() {
            let value = (148..<156).contains(index) ? 0x20 : byte
            unsigned += Int(value)
            signed += Int(Int8(bitPattern: value))
        }
        return expected == UInt64(unsigned) || Int64(clamping: expected) == Int64(signed)
    }

    /// Parses octal digits, or GNU's binary number; nil for anything else and above 2 to the 62nd.
    private static func number(_ field: ArraySlice<UInt8>) -> UInt64? {
        if field.first == 0x80 {
            guard field.dropFirst().prefix(max(0, field.count - 9)).allSatisfy({ $0 == 0 }) else { return nil }
            let number = field.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            return number < 1 << 62 ? number : nil
        }
        let digits = field.drop { $0 == 0x20 }.prefix { $0 != 0 && $0 != 0x20 }
        guard digits.count <= 20, digits.allSatisfy({ (48...55).contains($0) }) else { return nil }
        return digits.reduce(UInt64(0)) { $0 << 3 | UInt64($1 - 48) }
    }

    /// Returns a text up to the first zero.
    static func text(_ field: ArraySlice<UInt8>) -> String {
        String(decoding: field.prefix { $0 != 0 }, as: UTF8.self)
    }
}

/// The values for the next file of an archive, in the format of pax: lines `LENGTH KEY=VALUE`.
struct TarValues {
    /// The path; nil if there is none.
    private(set) var path: String?
    /// Bytes of the content; nil if there are none.
    private(set) var size: UInt64?

    init() {}

    init(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while let blank = rest.firstIndex(of: 0x20), let length = Int(String(decoding: rest[..<blank], as: UTF8.self)),
            length > blank - rest.startIndex, length <= rest.count
        {
            let line = rest.prefix(length).dropFirst(blank + 1 - rest.startIndex)
            if let equals = line.firstIndex(of: UInt8(ascii: "=")) {
                set(String(decoding: line[..<equals], as: UTF8.self), line[(equals + 1)...].dropLast())
            }
            rest = rest.dropFirst(length)
        }
    }

    /// The name that GNU wrote.
    init(longName: [UInt8]) {
        path = TarHeader.text(longName[...])
    }

    private mutating func set(_ key: String, _ value: ArraySlice<UInt8>) {
        switch key {
        case "path": path = String(decoding: value, as: UTF8.self)
        case "size": size = UInt64(String(decoding: value, as: UTF8.self)).flatMap { $0 < 1 << 62 ? $0 : nil }
        default: break
        }
    }
}
