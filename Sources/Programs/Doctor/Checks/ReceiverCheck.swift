import Configuration

/// Whether gpsd has a receiver, and the one that is wanted.
struct ReceiverCheck: Check {
    let name = CheckName.receiver
    let prerequisites = [CheckName.gpsdInstalled, .gpsdRunning, .gpsdSocket]

    /// How its list is cut where it is long.
    private static let maxListed = 4

    func evaluate(_ examination: SystemFacts) -> CheckResult {
        let devices = examination.gpsd.devices
        guard !examination.selectedDevices.isEmpty else {
            return devices.isEmpty ? none(examination) : other(examination)
        }
        let words = examination.selectedDevices.prefix(Self.maxListed).map { device in
            device.path + (device.driver.map { " (\($0))" } ?? " (not recognised yet)")
        }
        return .ok("gpsd has \(words.joined(separator: ", "))")
    }

    private func other(_ examination: SystemFacts) -> CheckResult {
        let wanted = examination.settings.device ?? ""
        let paths = examination.gpsd.devices.prefix(Self.maxListed).map(\.path)
        return .fail(
            "gpsd does not have \(wanted), which [gpsd] device names, but \(paths.joined(separator: ", "))",
            cure: "set device to the path that gpsd has for it, or leave it out for the best receiver there is")
    }

    private func none(_ examination: SystemFacts) -> CheckResult {
        guard examination.isGPSDLocal else {
            return .fail("gpsd has no receiver", cure: "plug one in there, and: sudo gpsdctl add /dev/ttyUSB0")
        }
        let defaults = examination.installation.defaults
        let candidates = examination.candidatePorts.sorted()
        if let missing = defaults?.devices.first(where: { $0.hasPrefix("/dev/") && !candidates.contains($0) }) {
            return .fail(
                "gpsd has no receiver, and \(missing), which /etc/default/gpsd names, is not there"
                    + (candidates.isEmpty ? "" : " (but \(candidates.joined(separator: ", ")))"),
                cure: candidates.isEmpty
                    ? Self.plugIn : "correct DEVICES there, then sudo systemctl restart gpsd.service")
        }
        guard let candidate = candidates.first else {
            return .fail(
                "gpsd has no receiver, and there is no /dev/ttyUSB, ttyACM, ttyAMA or gps that it could be at",
                cure: Self.plugIn)
        }
        let auto =
            defaults?.isUSBHotplugEnabled == false
            ? " (USBAUTO in /etc/default/gpsd keeps it from taking one by itself)" : ""
        return .fail(
            "gpsd has no receiver, but there is \(candidates.prefix(Self.maxListed).joined(separator: ", "))\(auto)",
            cure: "sudo gpsdctl add \(candidate); for good, DEVICES=\"\(candidate)\" in /etc/default/gpsd and "
                + "sudo systemctl restart gpsd.service")
    }

    private static let plugIn =
        "plug the receiver in; sudo dmesg tells whether the kernel sees it and which /dev/tty udev makes of it"
}
