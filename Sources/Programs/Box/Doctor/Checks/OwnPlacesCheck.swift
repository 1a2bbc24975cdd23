import Configuration

struct OwnPlacesCheck: Check {
    let name = CheckName.ownPlaces

    func evaluate(_ system: SystemFacts) -> CheckResult {
        let (facts, file) = (system.ownPlaces, system.settings.ownPlacesFile)
        if let fault = facts.issues.first {
            return .fail(fault, cure: "fix that file, or the [place] of whereismy.conf that names it")
        }
        switch facts.stored {
        case .faulty(let fault):
            return .fail(fault, cure: "fix \(file) or move it away, then \(system.host.restartDaemon)")
        case .denied: return .skipped("\(file) is not readable", because: .group)
        case .places(let stored):
            guard let unreadable = facts.unreadable.first else { return .ok(message(stored, facts.configured)) }
            return .skipped("\(message(stored, facts.configured)), but \(unreadable) is not readable", because: .group)
        }
    }

    private func message(_ stored: Int, _ configured: Int) -> String {
        guard stored + configured > 0 else { return "none; whereismy place add creates one" }
        return [(stored, "made by commands"), (configured, "in the configuration")].filter { $0.0 > 0 }
            .map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    }
}
