import Linux

/// Whether gpsd's receivers are there as devices, and gpsd's user may read them.
struct ReceiverAccessCheck: Check {
    let name = CheckName.receiverAccess
    let prerequisites = [CheckName.receiver]

    func evaluate(_ examination: SystemFacts) -> CheckResult {
        guard examination.isGPSDLocal else { return .skipped("gpsd is on another machine") }
        let devices = examination.selectedDevices.map(\.path)
        let files = devices.filter { examination.ports[$0] != nil }
        guard !files.isEmpty else { return .skipped("\(devices.first ?? "it") is no device of this machine") }
        var (warning, names) = (CheckResult?.none, [String]())
        for path in files {
            switch verdict(path, examination) {
            case .fail(let found, let cure): return .fail(found, cure: cure)
            case .warn(let found, let cure): warning = warning ?? .warn(found, cure: cure)
            case .skipped(let reason, _): return .skipped(reason)
            case .ok: names.append(path)
            }
        }
        return warning ?? .ok("gpsd may read and write \(names.joined(separator: ", "))")
    }

    private func verdict(_ path: String, _ examination: SystemFacts) -> CheckResult {
        let file: FileStatus
        switch examination.ports[path]?.status {
        case .success(let status): file = status
        case .failure(let error) where !error.isNotFound:
            return .skipped("\(path) cannot be looked at: \(error.reason)")
        case .failure, nil:
            return .fail(
                "\(path) is not there any more",
                cure: "plug the receiver in again; sudo dmesg tells whether udev has made it another /dev/tty")
        }
        guard let gpsd = user(examination) else { return .skipped("who gpsd runs as cannot be seen") }
        return verdict(path, file, gpsd, examination)
    }

    private func verdict(_ path: String, _ file: FileStatus, _ gpsd: ProcessCredentials, _ examination: SystemFacts)
        -> CheckResult
    {
        let users = examination.users
        let whose =
            "\(users.name(ofUser: file.owner)):\(users.name(ofGroup: file.group)), \(String(file.mode, radix: 8))"
        let who = users.name(ofUser: gpsd.user)
        guard gpsd.isAllowed(.read, on: file) else {
            return .fail("gpsd, which runs as \(who), may not read \(path) (\(whose))", cure: cure(file, examination))
        }
        guard gpsd.isAllowed(.write, on: file) else {
            return .warn(
                "gpsd, which runs as \(who), may read \(path) but not set it up (\(whose))",
                cure: cure(file, examination))
        }
        return .ok(path)
    }

    /// Who the running gpsd is, or else who Debian's would be.
    private func user(_ examination: SystemFacts) -> ProcessCredentials? {
        if let process = examination.soleProcess(named: "gpsd") { return process.credentials }
        let users = examination.users
        guard var identity = users.user(named: "gpsd").map(users.credentials) else { return nil }
        // It takes the group of serial ports when it gives up the rights of root.
        if let group = users.group(named: "dialout") { identity.groups.insert(group.number) }
        return identity
    }

    private func cure(_ file: FileStatus, _ examination: SystemFacts) -> String {
        let group = examination.users.name(ofGroup: file.group)
        let opens = ProcessCredentials(user: .max, groups: [file.group]).isAllowed([.read, .write], on: file)
        guard opens, file.group != 0 else {
            return "a udev rule with GROUP=\"dialout\", MODE=\"0660\" for it, and plug the receiver in again"
        }
        return "sudo adduser gpsd \(group) && sudo systemctl restart gpsd.service"
    }
}
