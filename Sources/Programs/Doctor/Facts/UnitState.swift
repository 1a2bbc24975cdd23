/// A unit of systemd, as `systemctl show` tells of it (systemctl(1)).
struct UnitState: Hashable, Sendable {
    /// The properties that are asked for.
    static let properties = [
        "Id", "LoadState", "ActiveState", "SubState", "Result", "ExecMainStatus", "WatchdogUSec", "MainPID",
        "StatusText",
    ]

    /// A property by its name; nil where it is empty or the unit has none such.
    private let values: [String: String]

    /// Makes one from properties.
    init(_ values: [String: String]) { self.values = values.filter { !$0.value.isEmpty } }

    /// Reads the blocks that `systemctl show` prints, by the names of their units.
    static func parse(_ text: String) -> [String: UnitState] {
        let blocks = text.split(separator: "\n\n").map { block in
            UnitState(
                Dictionary(
                    block.split(separator: "\n").compactMap { line in
                        let parts = line.split(separator: "=", maxSplits: 1)
                        return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
                    }
                ) { first, _ in first })
        }
        return Dictionary(blocks.compactMap { block in block["Id"].map { ($0, block) } }) { first, _ in first }
    }

    subscript(property: String) -> String? { values[property] }

    /// Whether there is such a unit.
    var exists: Bool { self["LoadState"].map { $0 != "not-found" } ?? false }
    /// Whether nobody may start it.
    var isMasked: Bool { self["LoadState"] == "masked" }
    /// Whether it runs, or listens.
    var isActive: Bool { self["ActiveState"] == "active" }
    /// Whether it starts again and again, and has not failed for good.
    var isRestarting: Bool { self["SubState"] == "auto-restart" }
    /// What it says while it is being started; nil where it is not, or says nothing.
    var starting: String? { self["ActiveState"] == "activating" && !isRestarting ? self["StatusText"] : nil }
    /// The number of its process; nil while it has none.
    var pid: Int? { self["MainPID"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } }

    /// Why it ended, such as `exit-code 1` or `start-limit-hit`; nil where it has not failed.
    var failure: String? {
        guard self["ActiveState"] == "failed" || isRestarting else { return nil }
        let result = self["Result"] ?? "no reason given"
        // Other results than those of the process come with the status of a process before it, or with 0.
        guard ["exit-code", "signal", "core-dump"].contains(result), let status = self["ExecMainStatus"] else {
            return result
        }
        return "\(result) \(status)"
    }
}
