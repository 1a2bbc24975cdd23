import Configuration

/// Whether what takes connections at gpsd's address is gpsd: systemd holds the socket also where gpsd cannot start.
struct GPSDSocketCheck: Check {
    let name = CheckName.gpsdSocket
    let prerequisites = [CheckName.gpsdInstalled, .gpsdRunning]

    func evaluate(_ examination: SystemFacts) -> CheckResult {
        let address = examination.settings.gpsd
        guard examination.gpsd.contact == .silent else {
            let isPassed = examination.isGPSDLocal && examination.units?["gpsd.socket"]?.isActive == true
            return .ok(isPassed ? "gpsd itself answers, and systemd would start it" : "gpsd itself answers")
        }
        let service = examination.isGPSDLocal ? examination.units?["gpsd.service"] : nil
        guard let failure = service?.failure else {
            return .fail(
                "\(address) takes connections, and nobody says anything within \(examination.gpsd.durationText)",
                cure: examination.isGPSDLocal
                    ? "sudo systemctl restart gpsd.socket gpsd.service, or kill the gpsd that hangs; journalctl -u gpsd "
                        + "may say why"
                    : "restart gpsd there; see whether it starts at all when somebody connects")
        }
        return .fail(
            "systemd holds \(address), but gpsd cannot start: gpsd.service failed (\(failure))",
            cure: "journalctl -u gpsd.service says why, often a mistake in /etc/default/gpsd; then "
                + "sudo systemctl reset-failed gpsd.service && sudo systemctl restart gpsd.socket gpsd.service")
    }
}
