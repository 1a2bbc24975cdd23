import Configuration

struct ListenerCheck: Check {
    let name = CheckName.listener
    let prerequisites = [CheckName.daemon]

    func evaluate(_ system: SystemFacts) -> CheckResult {
        let listeners = system.listeners
        guard !listeners.isEmpty else { return .ok("listen = none: \(system.settings.apiSocket) alone") }
        guard let broken = listeners.first(where: { $0.fault != nil }), let fault = broken.fault else {
            return .ok("whereismyd responds at \(listeners.map(\.address).joined(separator: ", "))")
        }
        let (cure, message) = (
            "\(system.host.daemonLog) shows whether another program has the port; then set another one by listen in [http] "
                + "of whereismy.conf, and \(system.host.restartDaemon)",
            "\(broken.address) does not respond: \(fault)"
        )
        // `localhost` has two addresses, of which a machine may have only one.
        let isPartly = listeners.contains { $0.fault == nil }
        return isPartly ? .warn(message, cure: cure) : .fail(message, cure: cure)
    }
}
