import Location
import Pages

struct SentencesCheck: Check {
    let name = CheckName.sentences
    let prerequisites = [CheckName.receiver, .receiverAccess]

    func evaluate(_ system: SystemFacts) -> CheckResult {
        let gpsd = system.gpsd
        let span = gpsd.durationText
        if gpsd.reports > 0 { return .ok("\(gpsd.reports) reports arrived within \(span)") }
        // A receiver may be slower than the time limit.
        if let age = system.liveReport?.age {
            return .ok("none arrived within \(span), but whereismyd received one \(AgeText.text(age))")
        }
        if let unread = system.unreadLines {
            return .fail("nothing that can be read arrived within \(span); \(unread)", cure: system.unreadCure)
        }
        let paths = system.selectedDevices.map(\.path).joined(separator: ", ")
        let isKnown = system.selectedDevices.contains { $0.driver != nil }
        return .fail(
            "nothing arrived from \(paths) within \(span)",
            cure: isKnown
                ? "check the receiver's cable and power, or plug it in again"
                : "check the receiver's cable, power and speed: sudo gpsmon shows what gpsd receives from it")
    }
}
