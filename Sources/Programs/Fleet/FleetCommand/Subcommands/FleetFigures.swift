import Basics
import FleetProtocol
import FleetStore
import JSON
import Pages

/// The devices of a fleet in numbers, and what needs attention.
struct FleetFigures: Hashable, Sendable {
    /// The enabled devices by state; those without one are absent.
    var devices: [DeviceState: Int] = [:]
    /// The disabled devices.
    var disabled = 0
    /// The names by which two machines report.
    var sharedNames: [DeviceName] = []
    /// The fixes that wait on the devices, as they report it.
    var waitingFixes = 0
    /// The fixes of the last hours, as the database estimates them.
    var recentFixes = 0
    /// The fixes in sealed hours.
    var sealedFixes = 0
    /// The events.
    var events = 0
    /// The size of the database in bytes.
    var databaseBytes = 0

    private var enabled: Int { devices.values.reduce(0, +) }

    /// Rows for people.
    var text: String {
        let states = DeviceState.allCases.map { "\(devices[$0] ?? 0) \($0.words)" }
        let rows = [
            ["devices", "\(enabled + disabled): \(states.joined(separator: ", ")), \(disabled) disabled"],
            ["fixes", "\(sealedFixes) sealed, about \(recentFixes) recent, \(waitingFixes) wait on devices"],
            ["events", "\(events)"], ["database", SizeText.text(databaseBytes)],
        ]
        let shared = sharedNames.map {
            ["warning", "two machines report as \($0); fix: \(DeviceStatus.sharedNameFix)"]
        }
        return TextTable.text(rows + shared)
    }

    /// Writes the members for programs.
    func write(to json: inout JSONWriter) {
        json.integer("devices", enabled + disabled)
        for state in DeviceState.allCases { json.integer(state.rawValue, devices[state] ?? 0) }
        json.integer("disabled", disabled)
        json.strings("sharedNames", sharedNames.map(\.text))
        json.integer("waitingFixes", waitingFixes)
        json.integer("recentFixes", recentFixes)
        json.integer("sealedFixes", sealedFixes)
        json.integer("events", events)
        json.integer("databaseBytes", databaseBytes)
    }
}

extension DeviceState {
    /// The state for people, such as `live` and `never reported`.
    var words: String { self == .none ? "never reported" : rawValue }
}
