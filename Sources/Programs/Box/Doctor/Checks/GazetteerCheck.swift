import Configuration

struct GazetteerCheck: Check {
    let name = CheckName.gazetteer

    static let unit = "whereismy-gazetteer.service"

    func evaluate(_ system: SystemFacts) -> CheckResult {
        let file = system.settings.gazetteerFile
        switch system.gazetteer {
        case .denied: return .skipped("\(file) is not readable", because: .group)
        case .faulty(let fault):
            let cure = "move \(file) away, then \(making(system)); import your own tables again"
            return .fail(fault, cure: cure)
        case .unreadable(let fault): return .fail(fault, cure: "fix that, and leave \(file) in place")
        case .outdated:
            let cure = making(system, by: "whereismy gazetteer import --if-changed")
            return .warn("\(file) is of an earlier version and not read", cure: cure)
        case .absent, .good(0, _): return missing(system)
        case .good(let places, let sources):
            let message = "\(places) places of \(sources) source\(sources == 1 ? "" : "s")"
            return failure(message, system) ?? .ok(message)
        }
    }

    private func missing(_ system: SystemFacts) -> CheckResult {
        let message = "there is none, so that no town is shown"
        guard system.hasCityLibrary else {
            return .ok(
                "\(message), and libgeonames is not on this system; whereismy gazetteer import FILE reads a dump of GeoNames"
            )
        }
        guard let unit = runnableUnit(system) else { return .ok("\(message); whereismy gazetteer import creates one") }
        if unit["ActiveState"] == "activating" { return .ok("it is being created") }
        return failure(message, system) ?? .warn(message, cure: making(system))
    }

    private func failure(_ message: String, _ system: SystemFacts) -> CheckResult? {
        guard let failure = runnableUnit(system)?.failure else { return nil }
        return .warn(
            "\(message); \(Self.unit) failed (\(failure))",
            cure: "journalctl -u whereismy-gazetteer shows why; then \(making(system))")
    }

    private func making(_ system: SystemFacts, by hand: String? = nil) -> String {
        guard system.hasCityLibrary else { return hand ?? "whereismy gazetteer import FILE, with a dump of GeoNames" }
        return runnableUnit(system) == nil
            ? hand ?? "whereismy gazetteer import" : "sudo systemctl restart whereismy-gazetteer"
    }

    /// The unit that imports it; nil if it is missing, masked or imports another file.
    private func runnableUnit(_ system: SystemFacts) -> UnitState? {
        guard system.settings.gazetteerFile == Settings().gazetteerFile else { return nil }
        return system.units?[Self.unit].flatMap { $0.exists && !$0.isMasked ? $0 : nil }
    }
}
