import Location
import Pages

/// Whether the receiver says anything.
struct SentencesCheck: Check {
    let name = CheckName.sentences
    let prerequisites = [CheckName.receiver, .receiverAccess]

    func evaluate(_ examination: SystemFacts) -> CheckResult {
        let gpsd = examination.gpsd
        let span = gpsd.durationText
        if gpsd.reports > 0 { return .ok("\(gpsd.reports) reports came within \(span)") }
        // A receiver may be slower than a doctor has time for.
        if let age = examination.liveReport?.age {
            return .ok("none came within \(span), but whereismyd got one \(AgeText.text(age))")
        }
        let paths = examination.selectedDevices.map(\.path).joined(separator: ", ")
        let isKnown = examination.selectedDevices.contains { $0.driver != nil }
        return .fail(
            "nothing came from \(paths) within \(span)",
            cure: isKnown
                ? "look at the receiver's cable and power, or plug it in again"
                : "look at the receiver's cable, power and speed: sudo gpsmon shows what gpsd gets of it")
    }
}
