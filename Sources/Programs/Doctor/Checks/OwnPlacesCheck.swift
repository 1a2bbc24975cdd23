import Configuration

/// Whether the owner's places can be read.
struct OwnPlacesCheck: Check {
    let name = CheckName.ownPlaces

    func evaluate(_ examination: SystemFacts) -> CheckResult {
        let (facts, file) = (examination.ownPlaces, examination.settings.ownPlacesFile)
        if let fault = facts.issues.first {
            return .fail(fault, cure: "mend that file, or the [place] of whereismy.conf that names it")
        }
        switch facts.stored {
        case .faulty(let fault):
            return .fail(fault, cure: "mend \(file) or move it away, then sudo systemctl restart whereismyd")
        case .denied: return .skipped("\(file) may not be read", because: .group)
        case .places(let kept):
            guard let unseen = facts.unreadable.first else { return .ok(words(kept, facts.configured)) }
            return .skipped("\(words(kept, facts.configured)), but \(unseen) may not be read", because: .group)
        }
    }

    private func words(_ kept: Int, _ configured: Int) -> String {
        guard kept + configured > 0 else { return "none; whereismy place add makes one" }
        return [(kept, "made by commands"), (configured, "in the configuration")].filter { $0.0 > 0 }
            .map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    }
}
