import Configuration

/// Whether gpsd answers where it is asked.
struct GPSDRunningCheck: Check {
    let name = CheckName.gpsdRunning
    let prerequisites = [CheckName.gpsdInstalled]

    func evaluate(_ examination: SystemFacts) -> CheckResult {
        let address = examination.settings.gpsd
        switch examination.gpsd.contact {
        case .answered:
            let release = examination.gpsd.release.map { "gpsd \($0)" } ?? "gpsd"
            return .ok("\(release) answers at \(address)")
        case .silent: return .skipped("something takes connections at \(address): see \(CheckName.gpsdSocket.rawValue)")
        case .foreign:
            return .fail(
                "what answers at \(address) is not gpsd",
                cure: "set address in [gpsd] of whereismy.conf to where gpsd listens, localhost:2947 by default")
        case .unreachable(let reason):
            return .fail(found(reason, examination), cure: cure(examination))
        }
    }

    private func found(_ reason: String, _ examination: SystemFacts) -> String {
        let words = "nobody answers at \(examination.settings.gpsd) (\(reason))"
        guard examination.isGPSDLocal, let process = examination.soleProcess(named: "gpsd") else { return words }
        return "\(words), though gpsd runs as process \(process.pid)"
    }

    /// Where a gpsd listens: what follows `-S`, or behind it in one word.
    private func port(_ process: ProcessRecord) -> UInt16 {
        let words = process.arguments
        let index = words.lastIndex { $0.hasPrefix("-S") }
        let text = index.map {
            words[$0].count > 2 ? String(words[$0].dropFirst(2)) : words.dropFirst($0 + 1).first ?? ""
        }
        return text.flatMap { UInt16($0) } ?? GPSDAddress.defaultPort
    }

    private func cure(_ examination: SystemFacts) -> String {
        guard examination.isGPSDLocal else {
            return
                "start gpsd there with -G, so that it listens to other machines, and let \(examination.settings.gpsd) "
                + "through firewalls"
        }
        if let port = examination.soleProcess(named: "gpsd").map(port), port != examination.settings.gpsd.port {
            return "address = localhost:\(port) in [gpsd] of whereismy.conf"
        }
        let start = "sudo systemctl enable --now gpsd.socket"
        guard let socket = examination.units?["gpsd.socket"], socket.exists else {
            return "start it: sudo gpsd -n and the receiver's path, such as /dev/ttyUSB0"
        }
        if socket.isMasked { return "sudo systemctl unmask gpsd.socket gpsd.service && \(start)" }
        if socket["ActiveState"] == "failed" {
            return "journalctl -u gpsd.service -u gpsd.socket says why it failed; then "
                + "sudo systemctl reset-failed gpsd.service gpsd.socket && sudo systemctl start gpsd.socket"
        }
        guard socket.isActive else { return start }
        return examination.settings.gpsd.port == GPSDAddress.defaultPort
            ? "sudo systemctl restart gpsd.socket gpsd.service"
            : "address = localhost:\(GPSDAddress.defaultPort) in [gpsd] of whereismy.conf, where systemd listens for gpsd"
    }
}
