/// The name of an entry's file: `0000000000000042-family.json`.
///
/// The number comes first, so that names sort in the order of entries. Bytes of the webhook's name other than ASCII
/// letters, digits and hyphens are written as `%` and two hexadecimal digits, so that systemd never takes a name for
/// hidden or a backup, for which it would not start the sender.
public struct QueueName: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The maximum number to continue from: a foreign file may have a higher one, which leaves no room.
    static let maxNumber: UInt64 = 999_999_999_999_999

    private static let digits = 16
    private static let ending = ".json"

    /// The position in the order, at most 16 digits.
    public let number: UInt64
    /// The name of the webhook.
    public let webhook: String

    /// Creates the name of an entry.
    public init(number: UInt64, webhook: String) {
        self.number = number
        self.webhook = webhook
    }

    /// Parses a file name; nil unless it is exactly as written here.
    public init?(_ text: String) {
        guard text.hasSuffix(Self.ending) else { return nil }
        let stem = text.dropLast(Self.ending.count)
        let number = stem.prefix { $0 != "-" }
        let rest = stem.dropFirst(number.count + 1)
        guard number.utf8.count == Self.digits, let value = UInt64(number), let webhook = Self.decode(rest) else {
            return nil
        }
        self.init(number: value, webhook: webhook)
        guard description == text else { return nil }
    }

    /// The file name.
    public var description: String {
        let digits = String(number)
        let zeros = String(repeating: "0", count: max(0, Self.digits - digits.count))
        return "\(zeros)\(digits)-\(Self.encode(webhook))\(Self.ending)"
    }

    /// Orders names by number, then by webhook.
    public static func < (left: QueueName, right: QueueName) -> Bool {
        left.number == right.number ? left.webhook < right.webhook : left.number < right.number
    }

    private static func encode(_ name: String) -> String {
        name.utf8.reduce(into: "") { text, byte in
            if isPlain(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += (byte < 16 ? "%0" : "%") + String(byte, radix: 16)
            }
        }
    }

    private static func decode(_ text: Substring) -> String? {
        var (bytes, rest) = ([UInt8](), text.utf8)
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let byte = UInt8(Substring(rest.prefix(2)), radix: 16) else { return nil }
            bytes.append(byte)
            rest = rest.dropFirst(2)
        }
        return bytes.isEmpty ? nil : String(validating: bytes, as: UTF8.self)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 65...90, 97...122, UInt8(ascii: "-"): true
        default: false
        }
    }
}
