import Configuration

/// Whether the places of the world can be read.
struct GazetteerCheck: Check {
    let name = CheckName.gazetteer

    static let unit = "whereismy-gazetteer.service"

    func evaluate(_ examination: SystemFacts) -> CheckResult {
        let file = examination.settings.gazetteerFile
        switch examination.gazetteer {
        case .denied: return .skipped("\(file) may not be read", because: .group)
        case .faulty(let fault):
            let cure = "move \(file) away, then \(making(examination)); import tables of your own once more"
            return .fail(fault, cure: cure)
        case .unreadable(let fault): return .fail(fault, cure: "see to that, and leave \(file) where it is")
        case .outdated:
            let cure = making(examination, by: "whereismy gazetteer import --if-changed")
            return .warn("\(file) is of an earlier version, and is not read", cure: cure)
        case .absent, .good(0, _): return missing(examination)
        case .good(let places, let sources):
            let words = "\(places) places of \(sources) source\(sources == 1 ? "" : "s")"
            return failure(words, examination) ?? .ok(words)
        }
    }

    private func missing(_ examination: SystemFacts) -> CheckResult {
        let words = "there is none, so that no town is told"
        guard let unit = runnableUnit(examination) else { return .ok("\(words); whereismy gazetteer import makes one") }
        if unit["ActiveState"] == "activating" { return .ok("it is being made") }
        return failure(words, examination) ?? .warn(words, cure: making(examination))
    }

    private func failure(_ words: String, _ examination: SystemFacts) -> CheckResult? {
        guard let failure = runnableUnit(examination)?.failure else { return nil }
        return .warn(
            "\(words); \(Self.unit) failed (\(failure))",
            cure: "journalctl -u whereismy-gazetteer says why; then \(making(examination))")
    }

    private func making(_ examination: SystemFacts, by hand: String = "whereismy gazetteer import") -> String {
        runnableUnit(examination) == nil ? hand : "sudo systemctl restart whereismy-gazetteer"
    }

    /// The unit that makes it; nil where there is none, it makes another one, or nobody wants it to.
    private func runnableUnit(_ examination: SystemFacts) -> UnitState? {
        guard examination.settings.gazetteerFile == Settings().gazetteerFile else { return nil }
        return examination.units?[Self.unit].flatMap { $0.exists && !$0.isMasked ? $0 : nil }
    }
}
