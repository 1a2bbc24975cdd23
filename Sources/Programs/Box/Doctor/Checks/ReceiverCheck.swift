import Configuration

struct ReceiverCheck: Check {
    let name = CheckName.receiver
    let prerequisites = [CheckName.gpsdInstalled, .gpsdRunning, .gpsdSocket]

    private static let maxListed = 4

    func evaluate(_ system: SystemFacts) -> CheckResult {
        let devices = system.gpsd.devices
        guard !system.selectedDevices.isEmpty else {
            guard devices.isEmpty else { return other(system) }
            return system.gpsd.otherSources.isEmpty ? none(system) : onlyOthers(system)
        }
        let message = system.selectedDevices.prefix(Self.maxListed).map { device in
            device.path + (device.driver.map { " (\($0))" } ?? " (not recognised yet)")
        }
        return .ok("gpsd has \(message.joined(separator: ", "))")
    }

    private func other(_ system: SystemFacts) -> CheckResult {
        let wanted = system.settings.device ?? ""
        let paths = system.gpsd.devices.prefix(Self.maxListed).map(\.path)
        return .fail(
            "gpsd does not have \(wanted), which [gpsd] device names, but \(paths.joined(separator: ", "))",
            cure: "set device to the path that gpsd has for it, or leave it out for the best receiver there is")
    }

    /// gpsd has sources of corrections or pulses, and no receiver that has a position.
    private func onlyOthers(_ system: SystemFacts) -> CheckResult {
        let paths = system.gpsd.otherSources.prefix(Self.maxListed).joined(separator: ", ")
        return .fail(
            "gpsd has no receiver, but only \(paths), which has no position of its own",
            cure: "add the receiver, such as /dev/ttyUSB0, to gpsd's devices")
    }

    private func none(_ system: SystemFacts) -> CheckResult {
        guard system.isGPSDLocal else {
            return .fail("gpsd has no receiver", cure: "plug one in there, then: sudo gpsdctl add /dev/ttyUSB0")
        }
        let defaults = system.installation.defaults
        let candidates = system.candidatePorts.sorted()
        if let missing = defaults?.devices.first(where: { $0.hasPrefix("/dev/") && !candidates.contains($0) }) {
            return .fail(
                "gpsd has no receiver, and \(missing), which \(system.host.gpsdDefaults) names, does not exist"
                    + (candidates.isEmpty ? "" : " (but \(candidates.joined(separator: ", ")))"),
                cure: candidates.isEmpty
                    ? Self.plugIn : "correct DEVICES there, then \(system.host.restartGPSD())")
        }
        guard let candidate = candidates.first else {
            return .fail(
                "gpsd has no receiver, and there is no /dev/ttyUSB, ttyACM, ttyAMA or gps",
                cure: Self.plugIn)
        }
        let auto =
            defaults?.isUSBHotplugEnabled == false
            ? " (USBAUTO in \(system.host.gpsdDefaults) keeps it from adding one automatically)" : ""
        return .fail(
            "gpsd has no receiver, but there is \(candidates.prefix(Self.maxListed).joined(separator: ", "))\(auto)",
            cure:
                "sudo gpsdctl add \(candidate); permanently, DEVICES=\"\(candidate)\" in \(system.host.gpsdDefaults) and "
                + system.host.restartGPSD())
    }

    private static let plugIn =
        "plug the receiver in; sudo dmesg shows whether the kernel sees it and which /dev/tty it is"
}
