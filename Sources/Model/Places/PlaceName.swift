import Location

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
