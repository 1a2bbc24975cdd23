import APIClient
import Configuration
import Pages

/// Whether whereismyd runs and answers.
struct DaemonCheck: Check {
    let name = CheckName.daemon

    func evaluate(_ examination: SystemFacts) -> CheckResult {
        let daemon = examination.daemon
        if let document = daemon.document { return running(document, examination) }
        guard let isLocked = daemon.isLocked else { return unseen(examination) }
        guard isLocked else { return missing(examination) }
        return .fail(
            daemon.failure ?? "the daemon runs and does not answer",
            cure: "sudo systemctl restart whereismyd; journalctl -u whereismyd may say why")
    }

    /// The daemon may have been started with other words, or before the configuration was changed.
    private func running(_ document: StatusDocument, _ examination: SystemFacts) -> CheckResult {
        let (settings, words) = (examination.settings, words(document))
        if let address = document.gpsd?.address, address != "\(settings.gpsd)" {
            return .warn(
                "\(words), asks gpsd at \(address) and not at \(settings.gpsd), which was looked at here",
                cure:
                    "sudo systemctl restart whereismyd where the configuration is right, or whereismy doctor --config FILE"
            )
        }
        guard let file = document.history?.file, file != settings.historyFile else { return .ok(words) }
        return .warn(
            "\(words), has its history in \(file) and not in \(settings.historyFile), which was looked at here",
            cure: "sudo systemctl edit whereismyd: StateDirectory= and ReadWritePaths=\(settings.stateDirectory), "
                + "each a line under [Service], let state-directory count; then sudo systemctl restart whereismyd")
    }

    private func words(_ document: StatusDocument) -> String {
        let parts = [
            document.daemon?.version.map { "whereismyd \($0)" } ?? "whereismyd",
            document.daemon?.pid.map { "process \($0)" },
            document.daemon?.uptime.flatMap { (0...1e10).contains($0) ? "up \(AgeText.span(.seconds($0)))" : nil },
        ]
        return parts.compactMap { $0 }.joined(separator: ", ")
    }

    /// Whoever is not in the group sees that it runs, and no more.
    private func unseen(_ examination: SystemFacts) -> CheckResult {
        if examination.units?[Self.unit]?.isActive == true { return .ok("\(Self.unit) is active; it may not be asked") }
        if examination.soleProcess(named: "whereismyd") != nil { return .ok("it runs, and may not be asked") }
        return .skipped("\(examination.settings.runtimeDirectory) may not be looked into", because: .group)
    }

    private func missing(_ examination: SystemFacts) -> CheckResult {
        guard examination.units?[Self.unit]?.isActive == true else {
            return .fail(stopped(examination), cure: start(examination))
        }
        return .fail(
            "\(Self.unit) is active, but not in \(examination.settings.runtimeDirectory)",
            cure: "let runtime-directory in [paths] of whereismy.conf, or --runtime-directory, be the same for both")
    }

    private func stopped(_ examination: SystemFacts) -> String {
        let unit = examination.units?[Self.unit]
        if let words = unit?.starting { return "whereismyd does not run: \(words)" }
        guard let failure = unit?.failure else { return "whereismyd does not run" }
        return "whereismyd does not run: \(Self.unit) failed (\(failure))"
    }

    private func start(_ examination: SystemFacts) -> String {
        guard let unit = examination.units?[Self.unit], unit.exists else {
            return "sudo apt install ./whereismy_*.deb, which starts it with the machine, or run whereismyd"
        }
        if unit.isMasked { return "sudo systemctl unmask whereismyd && sudo systemctl enable --now whereismyd" }
        guard unit.failure == nil, unit.starting == nil else {
            return
                "whereismyd --check-config and journalctl -u whereismyd say why; then sudo systemctl restart whereismyd"
        }
        return "sudo systemctl enable --now whereismyd"
    }

    static let unit = "whereismyd.service"
}
