import Basics

/// A systemd unit, as `systemctl show` prints it (systemctl(1)).
struct UnitState: Hashable, Sendable {
    static let properties = [
        "Id", "LoadState", "ActiveState", "SubState", "Result", "ExecMainStatus", "WatchdogUSec", "MainPID",
        "StatusText",
    ]

    /// The properties that are not empty, by name.
    private let values: [String: String]

    init(_ values: [String: String]) { self.values = values.filter { !$0.value.isEmpty } }

    /// Parses the output of `systemctl show`, by the names of units.
    static func parse(_ text: String) -> [String: UnitState] {
        let blocks = text.split(separatorText: "\n\n").map { block in
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

    var exists: Bool { self["LoadState"].map { $0 != "not-found" } ?? false }
    var isMasked: Bool { self["LoadState"] == "masked" }
    var isActive: Bool { self["ActiveState"] == "active" }
    /// True if it restarts automatically after a failure.
    var isRestarting: Bool { self["SubState"] == "auto-restart" }
    /// Its status text during the start; nil otherwise.
    var starting: String? { self["ActiveState"] == "activating" && !isRestarting ? self["StatusText"] : nil }
    /// Its process ID; nil without a process.
    var pid: Int? { self["MainPID"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } }

    /// The reason of its failure, such as `exit-code 1` or `start-limit-hit`; nil if it has not failed.
    var failure: String? {
        guard self["ActiveState"] == "failed" || isRestarting else { return nil }
        let result = self["Result"] ?? "no reason given"
        // Other results come with the status of an earlier process, or with 0.
        guard ["exit-code", "signal", "core-dump"].contains(result), let status = self["ExecMainStatus"] else {
            return result
        }
        return "\(result) \(status)"
    }
}
