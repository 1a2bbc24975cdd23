import APIClient
import Configuration
import Location
import Pages

/// Checks that the receiver sends data.
struct SentencesCheck: Check {
    let name = CheckName.sentences
    let prerequisites = [CheckName.receiver, .receiverAccess]

    func evaluate(_ system: SystemFacts) -> CheckResult {
        let gpsd = system.gpsd
        let span = gpsd.durationText
        if gpsd.reports > 0 {
            let message = "\(gpsd.reports) reports arrived within \(span)"
            return .ok([message, unread(system)].compactMap { $0 }.joined(separator: "; "))
        }
        // A receiver may be slower than the time limit.
        if let age = system.liveReport?.age {
            return .ok("none arrived within \(span), but whereismyd received one \(AgeText.text(age))")
        }
        if let unread = unread(system) {
            return .fail(
                "nothing that can be read arrived within \(span): \(unread)",
                cure: "see that gpsd itself is at \(system.settings.gpsd), and not another program")
        }
        let paths = system.selectedDevices.map(\.path).joined(separator: ", ")
        let isKnown = system.selectedDevices.contains { $0.driver != nil }
        return .fail(
            "nothing arrived from \(paths) within \(span)",
            cure: isKnown
                ? "check the receiver's cable and power, or plug it in again"
                : "check the receiver's cable, power and speed: sudo gpsmon shows what gpsd receives from it")
    }

    /// The lines that cannot be read, those of the daemon since its start if it has any; nil without any.
    private func unread(_ system: SystemFacts) -> String? {
        let sorted = system.gpsd.unread.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let own = sorted.map { "\($0.key) (\($0.value))" }
        let known = system.daemon.document?.gpsd?.unread?.map { "\($0.what) (\($0.count))" } ?? []
        let kinds = known.isEmpty ? own : known
        guard !kinds.isEmpty else { return nil }
        let whose = known.isEmpty ? "lines cannot be read" : "since whereismyd started, lines could not be read"
        return "\(whose): \(kinds.prefix(Self.maxKinds).joined(separator: ", "))"
    }

    private static let maxKinds = 4
}
