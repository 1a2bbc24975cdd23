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

/// How a target stands with systemd.
public struct TargetState: Hashable, Sendable {
    /// Which target.
    public let unit: TargetUnit
    /// Whether it is active.
    public let isActive: Bool
    /// Whether it is about to be started or stopped.
    public let isChanging: Bool

    /// Makes one from its parts.
    public init(_ unit: TargetUnit, isActive: Bool, isChanging: Bool = false) {
        self.unit = unit
        self.isActive = isActive
        self.isChanging = isChanging
    }

    /// What to ask systemd for: the properties that ``read(_:)`` goes by.
    public static let properties = "Id,ActiveState,Job"

    /// Reads what `systemctl show` says of the targets that systemd has loaded.
    public static func parse(_ text: String) -> [TargetState] {
        text.split(separator: "\n\n").compactMap(state)
    }

    private static func state(_ text: Substring) -> TargetState? {
        var values: [Substring: Substring] = [:]
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { values[parts[0]] = parts[1] }
        }
        guard let name = values["Id"], let unit = TargetUnit(unit: String(name)) else { return nil }
        return TargetState(
            unit, isActive: values["ActiveState"] == "active", isChanging: !["", "0"].contains(values["Job"] ?? ""))
    }
}

/// What has to be done so that the targets of the places that one is in are active, and no others.
public struct TargetChange: Hashable, Sendable {
    /// The targets to start.
    public let start: [TargetUnit]
    /// The targets to stop.
    public let stop: [TargetUnit]

    /// Works it out; what is about to change is told again, since it may be about to change the other way.
    public init(to order: PlaceOrder, from standings: [TargetState]) {
        let wanted = Set(order.places.map(TargetUnit.init))
        let settled = Set(standings.filter { $0.isActive && !$0.isChanging }.map(\.unit))
        start = wanted.subtracting(settled).sorted()
        stop = Set(standings.filter { $0.isActive || $0.isChanging }.map(\.unit)).subtracting(wanted).sorted()
    }
}
