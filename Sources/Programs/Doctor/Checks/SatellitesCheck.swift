import Location

/// Whether the receiver sees satellites.
struct SatellitesCheck: Check {
    let name = CheckName.satellites
    let prerequisites = [CheckName.receiver, .receiverAccess, .sentences]

    /// A position in three dimensions takes four.
    private static let needed = 4

    func evaluate(_ examination: SystemFacts) -> CheckResult {
        let told = examination.daemon.report?.satellites
        let gpsd = examination.gpsd
        guard let visible = gpsd.visible ?? told?.visible else {
            return .skipped("the receiver has not told of any within \(gpsd.durationText)")
        }
        let used = (gpsd.visible == nil ? told?.used : gpsd.used).map { ", \($0) of them used" } ?? ""
        // There are receivers that tell of none, and have a position.
        guard visible > 0 || (gpsd.position?.mode ?? 0) >= 2 else {
            return .fail(
                "the receiver sees none",
                cure: "give its antenna a free view of the sky, and look at the antenna's plug")
        }
        guard visible >= Self.needed || (gpsd.position?.mode ?? 0) >= 2 else {
            return .warn("\(visible) in view\(used)", cure: "give the receiver's antenna a free view of the sky")
        }
        return .ok("\(visible) in view\(used)")
    }
}
