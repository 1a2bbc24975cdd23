import Basics
import Location
import Pages

/// Checks that nothing speaks against the positions of the receiver, without showing them.
struct IntegrityCheck: Check {
    let name = CheckName.integrity
    let prerequisites = [CheckName.daemon]

    func evaluate(_ system: SystemFacts) -> CheckResult {
        guard let report = system.daemon.report else { return .skipped("whereismyd has written no report yet") }
        let integrity = report.integrity
        let judgement = IntegrityText.judgement(integrity) { $0.iso8601 }
        guard let judgement else { return .ok("nothing speaks against the receiver's positions") }
        guard integrity.level == .contradicted else {
            return .warn(judgement, cure: "compare the position with what you see; whereismy status shows it")
        }
        return .fail(
            judgement,
            cure:
                "wait, as trust comes back by itself; if this machine is where the receiver claims to be, as whereismy "
                + "last shows, whereismy trust here")
    }
}
