import Configuration
import Linux

/// Whether the daemon's user may write its directories, and the files of its own in them.
struct DirectoriesCheck: Check {
    let name = CheckName.directories

    func evaluate(_ examination: SystemFacts) -> CheckResult {
        guard let (user, name) = examination.daemonUser else {
            return .skipped("there is no user whereismy, and no whereismyd to tell whose the directories are")
        }
        for place in examination.paths {
            guard let fault = fault(of: place, user, name, examination) else { continue }
            return fault
        }
        let directories = examination.paths.filter { !$0.isFile }.map(\.path)
        return .ok("\(name) may write \(directories.joined(separator: " and "))")
    }

    private func fault(
        of place: PathFacts, _ user: ProcessCredentials, _ name: String, _ examination: SystemFacts
    ) -> CheckResult? {
        let status: FileStatus
        switch place.status {
        case .success(let found): status = found
        case .failure(let error) where error.isNotFound:
            return place.isFile ? nil : absent(place, examination)
        case .failure(let error) where error.isPermissionDenied && place.isFile: return nil
        case .failure(let error): return .skipped("\(place.path) cannot be looked at: \(error.reason)")
        }
        if place.space?.isReadOnly == true {
            return .fail("\(place.path) is mounted for reading alone", cure: "sudo mount -o remount,rw where it is on")
        }
        guard place.isFile || status.kind == .directory else {
            return .fail("\(place.path) is no directory", cure: "move it away, then sudo systemctl restart whereismyd")
        }
        let use: ProcessCredentials.Access = place.isFile ? [.read, .write] : [.read, .write, .search]
        guard !user.isAllowed(use, on: status) else { return nil }
        let whose = examination.users.name(ofUser: status.owner)
        let words = "\(name) may not write \(place.path), which is \(whose)'s (mode \(String(status.mode, radix: 8)))"
        return .fail(words, cure: "sudo chown \(name): \(place.path) && sudo chmod u+rwX \(place.path)")
    }

    /// The runtime directory comes and goes with the daemon.
    private func absent(_ place: PathFacts, _ examination: SystemFacts) -> CheckResult? {
        let isRuntime = place.path == examination.settings.runtimeDirectory
        guard examination.daemon.isRunning || !isRuntime else { return nil }
        return .fail("\(place.path) is not there", cure: "sudo systemctl restart whereismyd, which makes it")
    }
}
