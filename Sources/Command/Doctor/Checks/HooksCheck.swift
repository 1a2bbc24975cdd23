import Configuration
import Hooks

/// Whether the executables that are there for events are run.
struct HooksCheck: Check {
    let name = CheckName.hooks

    func verdict(on examination: Examination) -> Verdict {
        let (facts, directory) = (examination.hooks, examination.settings.hookDirectory)
        switch facts.sight {
        case .absent: return .ok("none: there is no \(directory)")
        case .unseen(let reason): return .skipped("they are not to be seen: \(reason)", because: .group)
        case .seen: break
        }
        guard !(facts.files.isEmpty && facts.inert.isEmpty) else { return .ok("none in \(directory)") }
        if let fault = facts.fault { return .fail("\(directory): \(fault)", cure: Self.cure(directory)) }
        for file in facts.files {
            guard case .refuse(let fault) = file.file else { continue }
            return .fail("\(directory)/\(file.name): \(fault)", cure: Self.cure("\(directory)/\(file.name)"))
        }
        if let inert = facts.inert.first {
            let path = "\(directory)/\(inert)"
            return .warn("\(path) is not executable, and so not run", cure: "sudo chmod 755 \(path)")
        }
        return counted(facts.files, examination)
    }

    private static func cure(_ path: String) -> String { "sudo chown root: \(path) && sudo chmod go-w \(path)" }

    private func counted(_ files: [HooksFacts.File], _ examination: Examination) -> Verdict {
        guard files.count <= HookFolder.mostHooks else {
            return .warn(
                "\(files.count) hooks, of which the first \(HookFolder.mostHooks) by their names are run",
                cure: "let one of them run others")
        }
        let words = "\(files.count) hook\(files.count == 1 ? "" : "s")"
        guard examination.units != nil else {
            return .warn("\(words), and no systemd to run any", cure: "use webhooks")
        }
        return .ok("\(words); how each ended, journalctl -t whereismy-hook tells")
    }
}
