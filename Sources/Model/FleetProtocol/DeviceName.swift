/// The name of a device of a fleet, which is also its user name at the broker.
///
/// 1 to 64 of the letters A to Z and a to z, digits, `.`, `_` and `-`, beginning with a letter or a digit: it stands in
/// topics and paths without an escape.
public struct DeviceName: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The maximum number of characters.
    public static let maxLength = 64

    /// The name.
    public let text: String

    /// Validates a name; nil if it has other characters or too many.
    public init?(_ text: String) {
        guard (1...Self.maxLength).contains(text.utf8.count),
            text.utf8.allSatisfy({ Self.isAlphanumeric($0) || "._-".utf8.contains($0) }),
            let first = text.utf8.first, Self.isAlphanumeric(first)
        else { return nil }
        self.text = text
    }

    /// The name.
    public var description: String { text }

    /// Orders by the bytes of the names.
    public static func < (left: DeviceName, right: DeviceName) -> Bool { left.text < right.text }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), 48...57: true
        default: false
        }
    }
}
