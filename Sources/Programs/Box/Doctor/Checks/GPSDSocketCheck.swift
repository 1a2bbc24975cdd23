import Configuration

/// Checks that gpsd itself responds: systemd holds its socket even where gpsd cannot start.
struct GPSDSocketCheck: Check {
    let name = CheckName.gpsdSocket
    let prerequisites = [CheckName.gpsdInstalled, .gpsdRunning]

    func evaluate(_ system: SystemFacts) -> CheckResult {
        let address = system.settings.gpsd
        guard system.gpsd.contact == .silent else {
            let isPassed = system.isGPSDLocal && system.units?["gpsd.socket"]?.isActive == true
            return .ok(isPassed ? "gpsd itself responds, and systemd starts it on demand" : "gpsd itself responds")
        }
        let service = system.isGPSDLocal ? system.units?["gpsd.service"] : nil
        guard let failure = service?.failure else {
            return .fail(
                "\(address) accepts connections and stays silent for \(system.gpsd.durationText)",
                cure: system.isGPSDLocal
                    ? restart(system.host) : "restart gpsd there; check that it starts on a connection")
        }
        return .fail(
            "systemd holds \(address), but gpsd cannot start: gpsd.service failed (\(failure))",
            cure: "journalctl -u gpsd.service shows why, often a mistake in \(system.host.gpsdDefaults); then "
                + "sudo systemctl reset-failed gpsd.service && sudo systemctl restart gpsd.socket gpsd.service")
    }

    private func restart(_ host: HostSystem) -> String {
        guard host.hasSystemd else { return "\(host.restartGPSD()); kill it if it hangs" }
        return
            "\(host.restartGPSD("gpsd.socket gpsd.service")), or kill the gpsd that hangs; journalctl -u gpsd may show why"
    }
}
