/// Splits and decodes the path of a request (RFC 3986).
enum PathSegments {
    /// Returns the segments after the first slash; nil for an invalid path: a broken escape, invalid UTF-8, control
    /// characters, an escaped slash, `.` or `..`.
    ///
    /// A trailing slash gives an empty last segment.
    static func parse(_ path: String) -> [String]? {
        guard path.utf8.first == UInt8(ascii: "/") else { return nil }
        var segments: [String] = []
        for part in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            guard let segment = decode(part), segment != ".", segment != ".." else { return nil }
            segments.append(segment)
        }
        return segments
    }

    private static func decode(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(nibble), let low = rest.popFirst().flatMap(nibble) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") }) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func nibble(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
