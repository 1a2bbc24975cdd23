import Location

struct SatellitesCheck: Check {
    let name = CheckName.satellites
    let prerequisites = [CheckName.receiver, .receiverAccess, .sentences]

    /// A 3D position needs four.
    private static let needed = 4

    func evaluate(_ system: SystemFacts) -> CheckResult {
        let reported = system.daemon.report?.satellites
        let gpsd = system.gpsd
        guard let visible = gpsd.visible ?? reported?.visible else {
            return .skipped("the receiver reported none within \(gpsd.durationText)")
        }
        let used = (gpsd.visible == nil ? reported?.used : gpsd.used).map { ", \($0) of them used" } ?? ""
        // Some receivers report no satellites and have a position.
        guard visible > 0 || (gpsd.position?.mode ?? 0) >= 2 else {
            return .fail(
                "the receiver sees no satellites",
                cure: "give its antenna a clear view of the sky, and check the antenna's plug")
        }
        guard visible >= Self.needed || (gpsd.position?.mode ?? 0) >= 2 else {
            return .warn("\(visible) in view\(used)", cure: "give the receiver's antenna a clear view of the sky")
        }
        return .ok("\(visible) in view\(used)")
    }
}
