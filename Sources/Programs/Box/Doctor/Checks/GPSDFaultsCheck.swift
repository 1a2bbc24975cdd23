import Basics
import Location

/// Checks for known faults of this gpsd with this receiver.
struct GPSDFaultsCheck: Check {
    let name = CheckName.gpsdFaults
    let prerequisites = [CheckName.gpsdInstalled, .gpsdRunning, .gpsdSocket]

    /// The first release whose positions of u-blox 5, 6 and 7 do not freeze (gpsd's commit 648102578).
    private static let freezeFixed = GPSDRelease("3.23.1")
    /// The first release that may jump 1024 weeks from 2021-10-23 on, and the first fixed one (gpsd's issue 144).
    private static let (jump, land) = (GPSDRelease("3.20"), GPSDRelease("3.23"))
    /// Debian's first fixed package (Debian's bug 991739).
    private static let fixedPackage = "3.22-4"
    /// The first version of u-blox's protocol that gpsd decodes without freezing.
    private static let safeProtocol = 15.0

    func evaluate(_ system: SystemFacts) -> CheckResult {
        if let fault = system.daemon.report?.receiverFault { return .warn(fault.explanation, cure: fault.remedy) }
        let gpsd = system.gpsd
        if system.now >= ClockCheck.minPlausibleTime, let weeks = gpsd.lag.flatMap(WeekRollover.weeks) {
            return .warn(
                "the receiver's dates are \(weeks.magnitude) weeks off, which whereismyd corrects",
                cure: "gpsd 3.23 or later; if it already is, newer firmware or another receiver")
        }
        if let unread = system.unreadLines { return .warn(unread, cure: system.unreadCure) }
        guard let text = gpsd.release, let release = GPSDRelease(text) else {
            return .skipped("gpsd does not report its version")
        }
        if let thaw = Self.freezeFixed, release < thaw, let device = system.selectedDevices.first(where: mayFreeze) {
            let fault = ReceiverFault(device: device.path, kind: .frozen)
            return .warn(
                "gpsd \(release) freezes the positions of u-blox 5, 6 and 7, and \(device.path) may be one; whereismyd "
                    + "works around it",
                cure: fault.remedy)
        }
        guard gpsd.lag == nil, mayJump(release, system) else {
            return .ok("no known fault of gpsd \(release) applies here")
        }
        return .warn("gpsd \(release) may set dates back by 1024 weeks", cure: "gpsd 3.23 or later")
    }

    private func mayFreeze(_ device: GPSDFacts.Device) -> Bool {
        guard device.driver == "u-blox" else { return false }
        guard let version = protocolVersion(device.kind ?? "") else { return true }
        return version < Self.safeProtocol
    }

    /// The number after `PROTVER`, as in `PROTVER=18.00` or `PROTVER 14.00`; nil without one.
    private func protocolVersion(_ kind: String) -> Double? {
        guard let range = kind.range(ofText: "PROTVER") else { return nil }
        let rest = kind[range.upperBound...].drop { $0 == " " || $0 == "=" }
        return Double(rest.prefix { $0 == "." || $0.isASCII && $0.isNumber })
    }

    private func mayJump(_ release: GPSDRelease, _ system: SystemFacts) -> Bool {
        guard let jump = Self.jump, let land = Self.land, release >= jump, release < land else { return false }
        guard system.isGPSDLocal, let package = system.installation.package else { return true }
        return !package.hasPrefix(Self.fixedPackage)
    }
}
