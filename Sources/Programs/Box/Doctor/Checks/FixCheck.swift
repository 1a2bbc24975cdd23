import Configuration
import Location
import Pages

/// Checks that the receiver has a position, without showing it.
struct FixCheck: Check {
    let name = CheckName.fix
    let prerequisites = [CheckName.receiver, .receiverAccess, .sentences, .satellites]

    func evaluate(_ system: SystemFacts) -> CheckResult {
        guard let position = system.gpsd.position, position.mode >= 2 else { return none(system) }
        let radius = position.radius.map { ", \(AccuracyText.text($0))" } ?? ""
        let time = position.hasTime ? "" : ", without a time: whereismyd uses that of its reception"
        let message = "\(position.mode >= 3 ? "3d" : "2d") fix\(radius)\(time)"
        guard !position.isImpossible else {
            return .fail(
                "the receiver reports a fix without a possible position, such as 0, 0, which is not used",
                cure: "wait until it has a position; if another program sends its data, such as a multiplexer, see "
                    + "that it sends none while the receiver has none")
        }
        guard position.isSimulated, !system.settings.allowsSimulated else { return .ok(message) }
        return .warn(
            "\(message), but it is marked as simulated and so not used",
            cure: "allow-simulated = yes in [tracking] of whereismy.conf, if that is intended")
    }

    private func none(_ system: SystemFacts) -> CheckResult {
        if let age = system.liveReport?.age {
            return .ok("none arrived, but whereismyd received one \(AgeText.text(age))")
        }
        return .fail(
            "the receiver has no position",
            cure: "wait under an open sky: after a long pause a receiver takes up to 15 minutes, and indoors it may "
                + "never have one")
    }
}
