import Configuration
import Hooks

/// Whether the executables that are there for events are run.
struct HooksCheck: Check {
    let name = CheckName.hooks

    func evaluate(_ examination: SystemFacts) -> CheckResult {
        let (facts, directory) = (examination.hooks, examination.settings.hookDirectory)
        switch facts.visibility {
        case .absent: return .ok("none: there is no \(directory)")
        case .inaccessible(let reason): return .skipped("they are not to be seen: \(reason)", because: .group)
        case .visible: break
        }
        guard !facts.isEmpty else { return .ok("none in \(directory)") }
        return refusal(facts, directory) ?? denial(examination) ?? oversight(facts, directory)
            ?? counted(facts.files, examination)
    }

    /// What somebody has most likely meant to be run.
    private func oversight(_ facts: HooksFacts, _ directory: String) -> CheckResult? {
        if let inert = facts.notExecutable.first {
            let path = "\(directory)/\(inert)"
            return .warn("\(path) is not executable, and so not run", cure: "sudo chmod 755 \(path)")
        }
        guard let name = facts.misnamed.first else { return nil }
        return .warn(
            "\(name.debugDescription) in \(directory) is not run, for its name",
            cure: "name it by letters and digits of ASCII, hyphens, points and underscores alone")
    }

    /// What is not run, since others than root could have written it.
    private func refusal(_ facts: HooksFacts, _ directory: String) -> CheckResult? {
        if let fault = facts.fault { return .fail("\(directory): \(fault)", cure: Self.cure(directory)) }
        for file in facts.files {
            guard case .refuse(let fault) = file.file else { continue }
            return .fail("\(directory)/\(file.name): \(fault)", cure: Self.cure("\(directory)/\(file.name)"))
        }
        return nil
    }

    /// What cannot be run by the user who would, by the modes alone.
    private func denial(_ examination: SystemFacts) -> CheckResult? {
        let (facts, path) = (examination.hooks, examination.settings.hookDirectory)
        guard let (user, name) = examination.unitUser else { return nil }
        if let directory = facts.directory, !user.isAllowed([.read, .search], on: directory) {
            return .fail("\(name) may not look into \(path)", cure: "sudo chmod go+rx \(path)")
        }
        // To execute a file and to search a directory are the same bit.
        guard let file = facts.files.first(where: { !user.isAllowed(.search, on: $0.status) }) else { return nil }
        return .fail("\(name) may not run \(path)/\(file.name)", cure: "sudo chmod 755 \(path)/\(file.name)")
    }

    private static func cure(_ path: String) -> String { "sudo chown root: \(path) && sudo chmod go-w \(path)" }

    private func counted(_ files: [HooksFacts.File], _ examination: SystemFacts) -> CheckResult {
        guard files.count <= HookFolder.maxHooks else {
            return .warn(
                "\(files.count) hooks, of which the first \(HookFolder.maxHooks) by their names are run",
                cure: "let one of them run others")
        }
        let words = "\(files.count) hook\(files.count == 1 ? "" : "s")"
        guard examination.units != nil else {
            return .warn("\(words), and no systemd to run any", cure: "use webhooks")
        }
        return .ok("\(words); how each ended, journalctl -t whereismy-hook tells")
    }
}
