public import Basics
import Location

/// One of the owner's own places.
public struct Place: Hashable, Sendable {
    /// How long a stay on one side counts as one where nothing else is said.
    public static let defaultDwell = Duration.seconds(10)
    /// Seconds that the dwell time may be.
    public static let dwellRange = 0...3600.0

    /// What its owner calls it.
    public let name: PlaceName
    /// Where it is, and how far it reaches.
    public let shape: PlaceShape
    /// How long one must have been inside or outside before it counts as entered or left, to the millisecond.
    public let dwell: Duration
    /// When its owner made it; nil where that is not known.
    public let created: Timestamp?

    /// Makes a place; nil where the dwell time is not 0 to an hour.
    public init?(
        name: PlaceName, shape: PlaceShape, dwell: Duration = Self.defaultDwell, created: Timestamp? = nil
    ) {
        guard Self.dwellRange.contains(dwell.inSeconds) else { return nil }
        self.name = name
        self.shape = shape
        self.dwell = .milliseconds(dwell.milliseconds)
        self.created = created
    }

    /// The same place by another name.
    public func renamed(_ name: PlaceName) -> Place? {
        Place(name: name, shape: shape, dwell: dwell, created: created)
    }
}

/// What an owner calls a place, valid by construction.
///
/// It becomes the instance of a systemd unit, so that it has neither a slash, which systemd's escaping confuses with a
/// hyphen, nor more than fits there.
public struct PlaceName: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The most bytes of a name in UTF-8.
    public static let maxBytes = 64
    /// The most bytes of ``unitInstance``: `UNIT_NAME_MAX` of systemd is 256 with the byte that ends it, and
    /// `whereismy-place@` and `.target` take 23 of the others.
    public static let maxEscapedBytes = 232
    /// What a name must be, in words for a message.
    public static let rule =
        "1 to 64 bytes (58 where none is a plain letter or digit) without slashes, control characters and blanks "
        + "at the ends, and neither . nor .."

    /// The name as its owner writes it.
    public let text: String

    /// Takes a name; nil where it breaks ``rule``.
    public init?(_ text: String) {
        guard (1...Self.maxBytes).contains(text.utf8.count), text.unicodeScalars.allSatisfy(Self.isAllowed),
            text != ".", text != "..", text.first?.isWhitespace == false, text.last?.isWhitespace == false
        else { return nil }
        self.text = text
        guard unitInstance.utf8.count <= Self.maxEscapedBytes else { return nil }
    }

    /// Whether it is what the anchor watch is called in lists of events, so that no place of the owner's may have it.
    public var isReserved: Bool { text == PlaceEvent.anchor }

    /// The name as its owner writes it.
    public var description: String { text }

    /// By the alphabet of Unicode, which every machine has.
    public static func < (left: PlaceName, right: PlaceName) -> Bool { left.text < right.text }

    /// Control characters, line separators and what turns the direction of writing would deceive who reads a list.
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
    /// As systemd-escape(1) has it: letters, digits, colon, underscore and dot stay, but for a dot at the start; of all
    /// other bytes there are the hexadecimal digits behind `\x`.
    public var unitInstance: String {
        var escaped = ""
        for (index, byte) in text.utf8.enumerated() {
            if Self.stays(byte), index > 0 || byte != UInt8(ascii: ".") {
                escaped.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                escaped += (byte < 0x10 ? "\\x0" : "\\x") + String(byte, radix: 16)
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
