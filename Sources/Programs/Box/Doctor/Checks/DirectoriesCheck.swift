import Configuration
import Linux

/// Checks that the daemon's user may write its directories and files.
struct DirectoriesCheck: Check {
    let name = CheckName.directories

    func evaluate(_ system: SystemFacts) -> CheckResult {
        guard let (user, name) = system.daemonUser else {
            return .skipped("there is neither a user whereismy nor a running whereismyd to name the owner")
        }
        for place in system.paths {
            guard let fault = fault(of: place, user: user, name: name, system) else { continue }
            return fault
        }
        let directories = system.paths.filter { !$0.isFile }.map(\.path)
        return .ok("\(name) can write \(directories.joined(separator: " and "))")
    }

    private func fault(
        of place: PathFacts, user: ProcessCredentials, name: String, _ system: SystemFacts
    ) -> CheckResult? {
        let status: FileStatus
        switch place.status {
        case .success(let found): status = found
        case .failure(let error) where error.isNotFound:
            return place.isFile ? nil : absent(place, system)
        case .failure(let error) where error.isPermissionDenied && place.isFile: return nil
        case .failure(let error): return .skipped("\(place.path) cannot be checked: \(error.reason)")
        }
        if place.space?.isReadOnly == true {
            return .fail("\(place.path) is mounted read-only", cure: system.host.remountWritable(place.path))
        }
        guard place.isFile || status.kind == .directory else {
            return .fail("\(place.path) is not a directory", cure: "move it away; \(system.host.restartDaemon)")
        }
        let use: ProcessCredentials.Access = place.isFile ? [.read, .write] : [.read, .write, .search]
        guard !user.isAllowed(use, on: status) else { return nil }
        let whose = system.users.name(ofUser: status.owner)
        let message = "\(name) cannot write \(place.path), which is \(whose)'s (mode \(String(status.mode, radix: 8)))"
        return .fail(message, cure: system.host.makeWritable(place.path, by: name))
    }

    /// The runtime directory exists only while the daemon runs.
    private func absent(_ place: PathFacts, _ system: SystemFacts) -> CheckResult? {
        let isRuntime = place.path == system.settings.runtimeDirectory
        guard system.daemon.isRunning || !isRuntime else { return nil }
        return .fail(
            "\(place.path) does not exist",
            cure: isRuntime ? "\(system.host.restartDaemon), which creates it" : system.host.create(place.path))
    }
}
