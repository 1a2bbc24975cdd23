public import Basics
import Location

/// One of the owner's places.
public struct Place: Hashable, Sendable {
    /// The default dwell time.
    public static let defaultDwell = Duration.seconds(10)
    /// The range of valid dwell times in seconds.
    public static let dwellRange = 0...3600.0

    /// The name.
    public let name: PlaceName
    /// The shape.
    public let shape: PlaceShape
    /// The dwell time inside or outside after which the place counts as entered or left, to the millisecond.
    public let dwell: Duration
    /// The time of creation; nil if unknown.
    public let created: Timestamp?

    /// Creates a place; nil if the dwell time is not 0 to an hour.
    public init?(
        name: PlaceName, shape: PlaceShape, dwell: Duration = Self.defaultDwell, created: Timestamp? = nil
    ) {
        guard Self.dwellRange.contains(dwell.inSeconds) else { return nil }
        self.name = name
        self.shape = shape
        self.dwell = .milliseconds(dwell.milliseconds)
        self.created = created
    }

    /// Returns the place with another name.
    public func renamed(_ name: PlaceName) -> Place? {
        Place(name: name, shape: shape, dwell: dwell, created: created)
    }
}

/// The name of a place, valid by construction.
///
/// It becomes the instance of a systemd unit and therefore has no slash, which systemd's escaping does not distinguish
/// from a hyphen, and a limited length.
public struct PlaceName: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The maximum length in bytes of UTF-8.
    public static let maxBytes = 64
    /// The maximum length of ``unitInstance`` in bytes: `UNIT_NAME_MAX` of systemd is 256 including the terminating
    /// byte, and `whereismy-place@` and `.target` take 23 of the others.
    public static let maxEscapedBytes = 232
    /// The rule for names, for messages.
    public static let rule =
        "1 to 64 bytes (58 if none is an ASCII letter or digit) without slashes, control characters, "
        + "leading or trailing blanks, and neither . nor .."

    /// The name as the owner writes it.
    public let text: String

    /// Creates a name; nil if it violates ``rule``.
    public init?(_ text: String) {
        guard (1...Self.maxBytes).contains(text.utf8.count), text.unicodeScalars.allSatisfy(Self.isAllowed),
            text != ".", text != "..", text.first?.isWhitespace == false, text.last?.isWhitespace == false
        else { return nil }
        self.text = text
        guard unitInstance.utf8.count <= Self.maxEscapedBytes else { return nil }
    }

    /// True for the names that stand for the anchor watch and the receiver in lists of events and are not available for places.
    public var isReserved: Bool { text == PlaceEvent.anchor || text == PlaceEvent.receiver }

    /// The name as the owner writes it.
    public var description: String { text }

    /// Orders by Unicode code points, independently of locales.
    public static func < (left: PlaceName, right: PlaceName) -> Bool { left.text < right.text }

    /// Control characters, line separators and bidirectional controls could mislead the reader of a list.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar != "/" else { return false }
        return switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
        default: true
        }
    }
}

extension PlaceName {
    /// The name as the instance of a systemd unit: `whereismy-place@INSTANCE.target`.
    ///
    /// Escaped like systemd-escape(1): letters, digits, colon, underscore and dot are unchanged, except for a leading
    /// dot; all other bytes, of which none is a control character, become `\x` and two hexadecimal digits.
    public var unitInstance: String {
        var escaped = ""
        for (index, byte) in text.utf8.enumerated() {
            if Self.stays(byte), index > 0 || byte != UInt8(ascii: ".") {
                escaped.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                escaped += "\\x" + String(byte, radix: 16)
            }
        }
        return escaped
    }

    private static func stays(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ":"), UInt8(ascii: "_"), UInt8(ascii: "."): true
        default: false
        }
    }
}
