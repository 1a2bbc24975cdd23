import Configuration

struct GPSDRunningCheck: Check {
    let name = CheckName.gpsdRunning
    let prerequisites = [CheckName.gpsdInstalled]

    func evaluate(_ system: SystemFacts) -> CheckResult {
        let address = system.settings.gpsd
        switch system.gpsd.contact {
        case .answered:
            let release = system.gpsd.release.map { "gpsd \($0)" } ?? "gpsd"
            return .ok("\(release) responds at \(address)")
        case .silent:
            return .skipped("a program accepts connections at \(address): see \(CheckName.gpsdSocket.rawValue)")
        case .foreign:
            return .fail(
                "a program other than gpsd responds at \(address)" + (system.unreadLines.map { "; \($0)" } ?? ""),
                cure: "set address in [gpsd] of whereismy.conf to where gpsd listens, localhost:2947 by default")
        case .unreachable(let reason):
            return .fail(found(reason, system), cure: cure(system))
        }
    }

    private func found(_ reason: String, _ system: SystemFacts) -> String {
        let message = "no response from \(system.settings.gpsd) (\(reason))"
        guard system.isGPSDLocal, let process = system.soleProcess(named: "gpsd") else { return message }
        return "\(message), though gpsd runs as process \(process.pid)"
    }

    /// The port of a gpsd process: after `-S`, with or without a space.
    private func port(_ process: ProcessRecord) -> UInt16 {
        let arguments = process.arguments
        let index = arguments.lastIndex { $0.hasPrefix("-S") }
        let text = index.map {
            arguments[$0].count > 2 ? String(arguments[$0].dropFirst(2)) : arguments.dropFirst($0 + 1).first ?? ""
        }
        return text.flatMap { UInt16($0) } ?? GPSDAddress.defaultPort
    }

    private func cure(_ system: SystemFacts) -> String {
        guard system.isGPSDLocal else {
            return
                "start gpsd there with -G, so that it listens to other machines, and allow \(system.settings.gpsd) "
                + "through firewalls"
        }
        if let port = system.soleProcess(named: "gpsd").map(port), port != system.settings.gpsd.port {
            return "address = localhost:\(port) in [gpsd] of whereismy.conf"
        }
        let start = "sudo systemctl enable --now gpsd.socket"
        guard let socket = system.units?["gpsd.socket"], socket.exists else {
            return system.host.startGPSDByHand
        }
        if socket.isMasked { return "sudo systemctl unmask gpsd.socket gpsd.service && \(start)" }
        if socket["ActiveState"] == "failed" {
            return "journalctl -u gpsd.service -u gpsd.socket shows why it failed; then "
                + "sudo systemctl reset-failed gpsd.service gpsd.socket && sudo systemctl start gpsd.socket"
        }
        guard socket.isActive else { return start }
        return system.settings.gpsd.port == GPSDAddress.defaultPort
            ? "sudo systemctl restart gpsd.socket gpsd.service"
            : "address = localhost:\(GPSDAddress.defaultPort) in [gpsd] of whereismy.conf, where systemd listens for gpsd"
    }
}
