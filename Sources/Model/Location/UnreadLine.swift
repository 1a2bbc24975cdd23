import Basics

/// The names of lines that could not be read; they have no part of a position.
public enum UnreadLine {
    /// A line above the maximum length.
    public static let tooLong = "a line that is too long"

    /// The maximum characters of a class and of a message.
    private static let (maxClassLength, maxMessageLength) = (20, 80)
    private static let errorPrefix = "an error of gpsd: "
    private static let classKey = Array("\"class\"".utf8)

    /// A line without an object.
    public static func text(_ line: [UInt8]) -> String {
        switch line.first {
        case UInt8(ascii: "$"): "NMEA 0183"
        case UInt8(ascii: "!"): "AIS in NMEA 0183"
        default: "text that is not JSON"
        }
    }

    /// An object of a class that gpsd does not have, or of none.
    public static func unknown(_ name: String?) -> String {
        guard let name, !name.isEmpty else { return "an object without a class" }
        return "an object of the class \(PrintableText.sanitized(name, limit: maxClassLength))"
    }

    /// An error that gpsd reports, without what may be a user and a password, which may have blanks.
    public static func error(_ message: String) -> String {
        var text = message
        if let scheme = text.range(ofText: "://"), let at = text.lastIndex(of: "@"), scheme.upperBound <= at {
            text.removeSubrange(scheme.upperBound...at)
        }
        return "\(errorPrefix)\(PrintableText.sanitized(DevicePath.redacted(text), limit: maxMessageLength))"
    }

    /// Returns true for the name of an error that gpsd reports, as ``error(_:)`` returns it.
    public static func isError(_ name: String) -> Bool { name.hasPrefix(errorPrefix) }

    /// An object that does not end, or is not JSON.
    public static func damaged(_ line: [UInt8]) -> String {
        let name = firstRange(of: classKey, in: line).map { line[$0.upperBound...] }?
            .drop { $0 <= 0x20 || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "\"") }
            .prefix { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) || (48...57).contains($0) }
        guard let name, !name.isEmpty else { return "a damaged object" }
        return "a damaged \(String(decoding: name.prefix(maxClassLength), as: UTF8.self))"
    }

    /// The last object that begins with its class, behind the start of the line; nil if there is none.
    public static func lastObject(in line: [UInt8]) -> [UInt8]? {
        var rest = line[...]
        while let brace = rest.lastIndex(of: UInt8(ascii: "{")), brace > line.startIndex {
            if line[(brace + 1)...].drop(while: { $0 <= 0x20 }).starts(with: classKey) { return Array(line[brace...]) }
            rest = line[..<brace]
        }
        return nil
    }

    private static func firstRange(of key: [UInt8], in line: [UInt8]) -> Range<Int>? {
        var rest = line[...]
        while let start = rest.firstIndex(of: key[0]) {
            if line[start...].starts(with: key) { return start..<(start + key.count) }
            rest = line[(start + 1)...]
        }
        return nil
    }
}
