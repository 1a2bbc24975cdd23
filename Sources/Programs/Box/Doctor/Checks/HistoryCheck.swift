import APIClient
import Configuration

struct HistoryCheck: Check {
    let name = CheckName.history

    func evaluate(_ system: SystemFacts) -> CheckResult {
        if let outage = system.daemon.document?.history?.outage {
            return .fail(
                "whereismyd cannot write it: \(outage.text)",
                cure: "free space on its file system, or make it writable again: what waits is written within seconds")
        }
        return switch system.history {
        case .disabled: .skipped("enabled = no in [history] of whereismy.conf")
        case .absent: .ok("there is none yet; whereismyd creates it at the first fix")
        case .denied: .skipped("\(system.settings.historyFile) is not readable", because: .group)
        case .good(let fixes, true): .ok("\(fixes) fixes, all readable")
        case .good(let fixes, false): .ok("\(fixes) fixes; whereismy history verify reads each")
        case .faulty(let fault):
            .fail(
                fault,
                cure:
                    "stop whereismyd, move \(system.settings.historyFile) away and start it again: it creates a new one"
            )
        }
    }
}
