import Configuration
import Location
import Pages

/// Whether the receiver has a position; where that is, is not told.
struct FixCheck: Check {
    let name = CheckName.fix
    let prerequisites = [CheckName.receiver, .receiverAccess, .sentences, .satellites]

    func evaluate(_ examination: SystemFacts) -> CheckResult {
        guard let position = examination.gpsd.position, position.mode >= 2 else { return none(examination) }
        let radius = position.radius.map { ", \(AccuracyText.text($0))" } ?? ""
        let words = "\(position.mode >= 3 ? "3d" : "2d") fix\(radius)"
        guard position.isSimulated, !examination.settings.allowsSimulated else { return .ok(words) }
        return .warn(
            "\(words), but it is marked as simulated and so not used",
            cure: "allow-simulated = yes in [tracking] of whereismy.conf, where that is meant")
    }

    private func none(_ examination: SystemFacts) -> CheckResult {
        if let age = examination.liveReport?.age {
            return .ok("none came, but whereismyd got one \(AgeText.text(age))")
        }
        return .fail(
            "the receiver has no position",
            cure: "wait under a free sky: after a long pause a receiver takes up to 15 minutes, and indoors it may "
                + "never have one")
    }
}
