import Configuration
import Hooks

struct HooksCheck: Check {
    let name = CheckName.hooks

    func evaluate(_ system: SystemFacts) -> CheckResult {
        let (facts, directory) = (system.hooks, system.settings.hookDirectory)
        switch facts.visibility {
        case .absent: return .ok("none: there is no \(directory)")
        case .inaccessible(let reason): return .skipped("not visible: \(reason)", because: .group)
        case .visible: break
        }
        guard !facts.isEmpty else { return .ok("none in \(directory)") }
        return refusal(facts, directory) ?? denial(system) ?? oversight(facts, directory)
            ?? counted(facts.files, system)
    }

    /// A warning about a file that was probably meant as a hook.
    private func oversight(_ facts: HooksFacts, _ directory: String) -> CheckResult? {
        if let inert = facts.notExecutable.first {
            let path = "\(directory)/\(inert)"
            return .warn("\(path) is not executable and not run", cure: "sudo chmod 755 \(path)")
        }
        guard let name = facts.misnamed.first else { return nil }
        return .warn(
            "\(name.debugDescription) in \(directory) is not run because of its name",
            cure: "use only ASCII letters, digits, hyphens, dots and underscores")
    }

    /// A failure: a hook or directory that other users than root could have written.
    private func refusal(_ facts: HooksFacts, _ directory: String) -> CheckResult? {
        if let fault = facts.fault { return .fail("\(directory): \(fault)", cure: Self.cure(directory)) }
        for file in facts.files {
            guard case .refuse(let fault) = file.file else { continue }
            return .fail("\(directory)/\(file.name): \(fault)", cure: Self.cure("\(directory)/\(file.name)"))
        }
        return nil
    }

    /// A failure: a hook that the unit's user may not run, by its mode alone.
    private func denial(_ system: SystemFacts) -> CheckResult? {
        let (facts, path) = (system.hooks, system.settings.hookDirectory)
        guard let (user, name) = system.unitUser else { return nil }
        if let directory = facts.directory, !user.isAllowed([.read, .search], on: directory) {
            return .fail("\(name) cannot read \(path)", cure: "sudo chmod go+rx \(path)")
        }
        // The same bit executes a file and searches a directory.
        guard let file = facts.files.first(where: { !user.isAllowed(.search, on: $0.status) }) else { return nil }
        return .fail("\(name) cannot run \(path)/\(file.name)", cure: "sudo chmod 755 \(path)/\(file.name)")
    }

    private static func cure(_ path: String) -> String { "sudo chown root: \(path) && sudo chmod go-w \(path)" }

    private func counted(_ files: [HooksFacts.File], _ system: SystemFacts) -> CheckResult {
        guard files.count <= HookFolder.maxHooks else {
            return .warn(
                "\(files.count) hooks, only the first \(HookFolder.maxHooks) by name are run",
                cure: "have one hook run the others")
        }
        let message = "\(files.count) hook\(files.count == 1 ? "" : "s")"
        guard system.units != nil else {
            return .warn("\(message), and no systemd to run any", cure: "use webhooks")
        }
        return .ok("\(message); journalctl -t whereismy-hook shows their results")
    }
}
