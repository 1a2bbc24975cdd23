import Linux

struct GroupCheck: Check {
    let name = CheckName.group

    private static let group = "whereismy"

    func evaluate(_ system: SystemFacts) -> CheckResult {
        let (users, caller) = (system.users, system.caller)
        let name = users.name(ofUser: caller.user)
        guard caller.user != 0 else { return .ok("root can query whereismyd") }
        if let place = system.paths.first, case .success(let status) = place.status, status.owner == caller.user {
            return .ok("\(name) is the user that whereismyd runs as")
        }
        guard let group = users.group(named: Self.group) else {
            return .warn("there is no group \(Self.group)", cure: addGroup(system.host))
        }
        if caller.groups.contains(group.number) { return .ok("\(name) is in the group \(Self.group)") }
        guard let user = users.user(named: name), users.credentials(of: user).groups.contains(group.number) else {
            return .warn(
                "\(name) is not in the group \(Self.group), and cannot query whereismyd",
                cure: "\(system.host.add(name, to: Self.group)), then log in again")
        }
        return .warn(
            "\(name) joined the group \(Self.group) after logging in",
            cure: "log in again, or: newgrp \(Self.group)")
    }

    private func addGroup(_ host: HostSystem) -> String {
        guard host.packages != .apt else { return "\(host.installDaemon), which adds it" }
        return host.hasSystemd
            ? "\(host.installDaemon), then sudo systemd-sysusers, which adds it"
            : "sudo groupadd --system \(Self.group)"
    }
}
