import Configuration

/// Whether the history can be read.
struct HistoryCheck: Check {
    let name = CheckName.history

    func evaluate(_ examination: SystemFacts) -> CheckResult {
        switch examination.history {
        case .disabled: .skipped("enabled = no in [history] of whereismy.conf")
        case .absent: .ok("there is none yet; whereismyd makes it when it first writes some")
        case .denied: .skipped("\(examination.settings.historyFile) may not be read", because: .group)
        case .good(let fixes, true): .ok("\(fixes) fixes, all of them can be read")
        case .good(let fixes, false): .ok("\(fixes) fixes; whereismy history verify reads each, which takes longer")
        case .faulty(let fault):
            .fail(
                fault,
                cure:
                    "stop whereismyd, move \(examination.settings.historyFile) away and start it again: it makes a new one"
            )
        }
    }
}
