public import Places

/// The target that is active at a place.
public struct TargetUnit: Hashable, Comparable, Sendable {
    /// What systemd is asked for to list all of them.
    public static let pattern = "\(prefix)*\(suffix)"

    private static let prefix = "whereismy-place@"
    private static let suffix = ".target"

    /// The name of the unit: no pattern, no option, and nothing but a target of a place.
    public let name: String

    /// The target of a place.
    public init(_ place: PlaceName) {
        name = Self.prefix + place.unitInstance + Self.suffix
    }

    /// Takes a name that systemd has listed; nil where it is no target of a place.
    public init?(unit name: String) {
        guard name.hasPrefix(Self.prefix), name.hasSuffix(Self.suffix), name.utf8.count <= 255 else { return nil }
        let instance = name.utf8.dropFirst(Self.prefix.utf8.count).dropLast(Self.suffix.utf8.count)
        guard !instance.isEmpty, instance.allSatisfy(Self.isAllowed) else { return nil }
        self.name = name
    }

    /// By their names.
    public static func < (left: TargetUnit, right: TargetUnit) -> Bool { left.name < right.name }

    /// What systemd allows in an instance.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: ":-_.\\@".utf8.contains(byte)
        }
    }
}
