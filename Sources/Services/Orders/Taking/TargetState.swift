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
