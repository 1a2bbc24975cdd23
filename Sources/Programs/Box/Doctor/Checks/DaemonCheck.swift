import APIClient
import Configuration
import Pages

struct DaemonCheck: Check {
    let name = CheckName.daemon

    func evaluate(_ system: SystemFacts) -> CheckResult {
        let daemon = system.daemon
        if let document = daemon.document { return running(document, system) }
        guard let isLocked = daemon.isLocked else { return unseen(system) }
        guard isLocked else { return missing(system) }
        return .fail(
            daemon.failure ?? "the daemon runs and does not respond",
            cure: "\(system.host.restartDaemon); \(system.host.daemonLog) may show why")
    }

    /// The daemon may run with other options or an older configuration.
    private func running(_ document: StatusDocument, _ system: SystemFacts) -> CheckResult {
        let (settings, message) = (system.settings, message(document))
        if let address = document.gpsd?.address, address != "\(settings.gpsd)" {
            return .warn(
                "\(message), uses gpsd at \(address), not at \(settings.gpsd) as checked here",
                cure: "\(system.host.restartDaemon) if the configuration is right, or whereismy doctor --config FILE")
        }
        guard let file = document.history?.file, file != settings.historyFile,
            !(system.daemon.hasSameHistory ?? isRelative(file, settings.historyFile))
        else { return .ok(message) }
        return .warn(
            "\(message), has its history in \(file), not in \(settings.historyFile) as checked here",
            cure: otherDirectory(settings, system.host))
    }

    /// True if one of two paths begins at a working directory, so that they may be the same.
    private func isRelative(_ paths: String...) -> Bool { paths.contains { !$0.hasPrefix("/") } }

    private func otherDirectory(_ settings: Settings, _ host: HostSystem) -> String {
        guard host.hasSystemd else {
            return "use the same state-directory in [paths] of whereismy.conf, or --state-directory, for both"
        }
        return "sudo systemctl edit whereismyd: StateDirectory= and ReadWritePaths=\(settings.stateDirectory), "
            + "each a line under [Service], make state-directory effective; then \(host.restartDaemon)"
    }

    private func message(_ document: StatusDocument) -> String {
        let parts = [
            document.daemon?.version.map { "whereismyd \($0)" } ?? "whereismyd",
            document.daemon?.pid.map { "process \($0)" },
            document.daemon?.uptime.flatMap { (0...1e10).contains($0) ? "up \(AgeText.span(.seconds($0)))" : nil },
        ]
        return parts.compactMap { $0 }.joined(separator: ", ")
    }

    /// Without the group, only its existence is visible.
    private func unseen(_ system: SystemFacts) -> CheckResult {
        if system.units?[Self.unit]?.isActive == true {
            return .ok("\(Self.unit) is active; this user cannot query it")
        }
        if system.soleProcess(named: "whereismyd") != nil { return .ok("it runs; this user cannot query it") }
        return .skipped("\(system.settings.runtimeDirectory) is not readable by this user", because: .group)
    }

    private func missing(_ system: SystemFacts) -> CheckResult {
        guard system.units?[Self.unit]?.isActive == true else {
            return .fail(stopped(system), cure: start(system))
        }
        return .fail(
            "\(Self.unit) is active, but not in \(system.settings.runtimeDirectory)",
            cure: "use the same runtime-directory in [paths] of whereismy.conf, or --runtime-directory, for both")
    }

    private func stopped(_ system: SystemFacts) -> String {
        let unit = system.units?[Self.unit]
        if let message = unit?.starting { return "whereismyd does not run: \(message)" }
        guard let failure = unit?.failure else { return "whereismyd does not run" }
        return "whereismyd does not run: \(Self.unit) failed (\(failure))"
    }

    private func start(_ system: SystemFacts) -> String {
        guard let unit = system.units?[Self.unit], unit.exists else {
            return system.host.obtainDaemon
        }
        if unit.isMasked { return "sudo systemctl unmask whereismyd && sudo systemctl enable --now whereismyd" }
        guard unit.failure == nil, unit.starting == nil else {
            return
                "whereismyd --check-config and journalctl -u whereismyd show why; then sudo systemctl restart whereismyd"
        }
        return "sudo systemctl enable --now whereismyd"
    }

    static let unit = "whereismyd.service"
}
