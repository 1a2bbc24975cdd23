import Linux

/// Checks that the receivers' devices exist and gpsd's user may read them.
struct ReceiverAccessCheck: Check {
    let name = CheckName.receiverAccess
    let prerequisites = [CheckName.receiver]

    func evaluate(_ system: SystemFacts) -> CheckResult {
        guard system.isGPSDLocal else { return .skipped("gpsd is on another machine") }
        let devices = system.selectedDevices.map(\.path)
        let files = devices.filter { system.ports[$0] != nil }
        guard !files.isEmpty else { return .skipped("\(devices.first ?? "it") is not a device of this machine") }
        var (warning, names) = (CheckResult?.none, [String]())
        for path in files {
            switch result(path, system) {
            case .fail(let found, let cure): return .fail(found, cure: cure)
            case .warn(let found, let cure): warning = warning ?? .warn(found, cure: cure)
            case .skipped(let reason, _): return .skipped(reason)
            case .ok: names.append(path)
            }
        }
        return warning ?? .ok("gpsd can read and write \(names.joined(separator: ", "))")
    }

    private func result(_ path: String, _ system: SystemFacts) -> CheckResult {
        let file: FileStatus
        switch system.ports[path]?.status {
        case .success(let status): file = status
        case .failure(let error) where !error.isNotFound:
            return .skipped("\(path) cannot be checked: \(error.reason)")
        case .failure, nil:
            return .fail(
                "\(path) no longer exists",
                cure: "plug the receiver in again; sudo dmesg shows whether udev gave it another /dev/tty")
        }
        guard let gpsd = user(system) else { return .skipped("the user of gpsd is not visible") }
        return result(path, file: file, gpsd: gpsd, system)
    }

    private func result(_ path: String, file: FileStatus, gpsd: ProcessCredentials, _ system: SystemFacts)
        -> CheckResult
    {
        let users = system.users
        let whose =
            "\(users.name(ofUser: file.owner)):\(users.name(ofGroup: file.group)), \(String(file.mode, radix: 8))"
        let who = users.name(ofUser: gpsd.user)
        guard gpsd.isAllowed(.read, on: file) else {
            return .fail("gpsd, which runs as \(who), cannot read \(path) (\(whose))", cure: cure(file, system))
        }
        guard gpsd.isAllowed(.write, on: file) else {
            return .warn(
                "gpsd, which runs as \(who), can read \(path) but not set it up (\(whose))",
                cure: cure(file, system))
        }
        return .ok(path)
    }

    /// The user of the running gpsd, else that of Debian's.
    private func user(_ system: SystemFacts) -> ProcessCredentials? {
        if let process = system.soleProcess(named: "gpsd") { return process.credentials }
        let users = system.users
        guard var identity = users.user(named: "gpsd").map(users.credentials) else { return nil }
        // It joins the group of serial ports when it drops root.
        if let group = users.group(named: system.host.serialGroup) { identity.groups.insert(group.number) }
        return identity
    }

    private func cure(_ file: FileStatus, _ system: SystemFacts) -> String {
        let group = system.users.name(ofGroup: file.group)
        let opens = ProcessCredentials(user: .max, groups: [file.group]).isAllowed([.read, .write], on: file)
        guard opens, file.group != 0 else {
            return
                "a udev rule with GROUP=\"\(system.host.serialGroup)\", MODE=\"0660\" for it, and plug the receiver in again"
        }
        let restart = system.host.restartGPSD()
        let joiner = system.host.hasSystemd ? " && " : ", then "
        return system.host.add("gpsd", to: group) + joiner + restart
    }
}
