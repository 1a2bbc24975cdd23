import Basics
public import Places

/// The target that is active at a place.
public struct TargetUnit: Hashable, Comparable, Sendable {
    /// The pattern that lists all of them.
    public static let pattern = "\(prefix)*\(suffix)"

    private static let prefix = "whereismy-place@"
    private static let suffix = ".target"

    /// The name of the unit, which can be neither a pattern nor an option.
    public let name: String

    /// Creates the target of a place.
    public init(_ place: PlaceName) {
        name = Self.prefix + place.unitInstance + Self.suffix
    }

    /// Parses a unit name listed by systemd; nil if it is no target of a place.
    public init?(unit name: String) {
        guard name.hasPrefix(Self.prefix), name.hasSuffix(Self.suffix), name.utf8.count <= 255 else { return nil }
        let instance = name.utf8.dropFirst(Self.prefix.utf8.count).dropLast(Self.suffix.utf8.count)
        guard !instance.isEmpty, instance.allSatisfy(Self.isAllowed) else { return nil }
        self.name = name
    }

    /// Orders targets by their names.
    public static func < (left: TargetUnit, right: TargetUnit) -> Bool { left.name < right.name }

    /// The bytes that systemd allows in an instance.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: ":-_.\\@".utf8.contains(byte)
        }
    }
}

/// The state of a target in systemd.
public struct TargetState: Hashable, Sendable {
    /// The target.
    public let unit: TargetUnit
    /// True if it is active.
    public let isActive: Bool
    /// True if a start or stop is pending.
    public let isChanging: Bool

    /// Creates a state.
    public init(_ unit: TargetUnit, isActive: Bool, isChanging: Bool = false) {
        self.unit = unit
        self.isActive = isActive
        self.isChanging = isChanging
    }

    /// The properties that ``parse(_:)`` needs.
    public static let properties = "Id,ActiveState,Job"

    /// Parses the output of `systemctl show` for loaded targets.
    public static func parse(_ text: String) -> [TargetState] {
        text.split(separatorText: "\n\n").compactMap(state)
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

/// The starts and stops after which exactly the targets of the current places are active.
public struct TargetChange: Hashable, Sendable {
    /// The targets to start.
    public let start: [TargetUnit]
    /// The targets to stop.
    public let stop: [TargetUnit]

    /// Computes the change; a target with a pending job is included, since the job may go the other way.
    public init(to order: PlaceOrder, from states: [TargetState]) {
        let wanted = Set(order.places.map(TargetUnit.init))
        let settled = Set(states.filter { $0.isActive && !$0.isChanging }.map(\.unit))
        start = wanted.subtracting(settled).sorted()
        stop = Set(states.filter { $0.isActive || $0.isChanging }.map(\.unit)).subtracting(wanted).sorted()
    }
}
