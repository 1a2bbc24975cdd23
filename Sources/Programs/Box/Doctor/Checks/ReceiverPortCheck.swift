import Linux

/// Checks that only gpsd uses the receiver's port.
struct ReceiverPortCheck: Check {
    let name = CheckName.receiverPort
    let prerequisites = [CheckName.receiver]

    func evaluate(_ system: SystemFacts) -> CheckResult {
        guard system.isGPSDLocal else { return .skipped("gpsd is on another machine") }
        let devices = system.selectedDevices.map(\.path)
        let ports = devices.compactMap { path in system.ports[path].map { (path: path, facts: $0) } }
        guard !ports.isEmpty else { return .skipped("\(devices.first ?? "it") is not a device of this machine") }
        for port in ports {
            guard let terminal = terminal(at: port.facts, system) else { continue }
            return .fail(
                "a getty uses \(port.path): it runs on \(terminal)",
                cure:
                    "\(stopGetty(terminal, system.host)), and take console=\(terminal) out of the kernel's command line"
            )
        }
        let managed = ports.first { isManaged($0.facts) }
        guard let managed, system.processes.contains(where: { $0.name == "ModemManager" }) else {
            return .ok("neither a getty nor ModemManager is at \(ports.map(\.path).joined(separator: ", "))")
        }
        let stop = system.host.hasSystemd ? "sudo systemctl disable --now ModemManager.service" : "stop ModemManager"
        return .warn(
            "ModemManager runs and may mistake \(managed.path) for a modem",
            cure: "\(stop), or a udev rule with ENV{ID_MM_DEVICE_IGNORE}=\"1\"")
    }

    private func stopGetty(_ terminal: String, _ host: HostSystem) -> String {
        host.hasSystemd
            ? "sudo systemctl disable --now serial-getty@\(terminal).service"
            : "take the getty on \(terminal) out of the init system, such as /etc/inittab"
    }

    private func terminal(at port: PortFacts, _ system: SystemFacts) -> String? {
        guard let device = (try? port.status.get())?.device else { return nil }
        return system.terminals.filter { $0.value == device }.keys.min()
    }

    /// ModemManager probes plugged-in devices unless udev's rules exclude them.
    private func isManaged(_ port: PortFacts) -> Bool {
        guard let properties = port.properties else { return true }
        let ignored = ["ID_MM_DEVICE_IGNORE", "ID_MM_PORT_IGNORE", "ID_MM_TTY_BLACKLIST"]
        return properties["ID_BUS"] == "usb" && !ignored.contains { properties[$0] == "1" }
    }
}
