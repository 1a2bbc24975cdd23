/// The name of an entry's file: `0000000000000042-family.json`.
///
/// The number comes first, so that names are in the order in which entries came. Bytes of the webhook's name other than
/// ASCII letters, digits and hyphens are written as `%` and two hexadecimal digits. A name is never one that systemd
/// takes for hidden or for a backup, which it would not start the sender for.
public struct QueueName: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The highest number that is counted on from: a file that somebody else has put there may have a higher one, behind
    /// which there is no room.
    static let maxNumber: UInt64 = 999_999_999_999_999

    private static let digits = 16
    private static let ending = ".json"

    /// Its place in the order, at most 16 digits.
    public let number: UInt64
    /// The name of the webhook that it is for.
    public let webhook: String

    /// Makes the name of an entry.
    public init(number: UInt64, webhook: String) {
        self.number = number
        self.webhook = webhook
    }

    /// Reads a file's name; nil where it is none of an entry, or not as it is written here.
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

    /// The file's name.
    public var description: String {
        let digits = String(number)
        let zeros = String(repeating: "0", count: max(0, Self.digits - digits.count))
        return "\(zeros)\(digits)-\(Self.encode(webhook))\(Self.ending)"
    }

    /// By their numbers; two of one number, which nobody writes, by the webhook's name.
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
