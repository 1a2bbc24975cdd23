import Configuration

/// Whether browsers and programs are answered over the network.
struct ListenerCheck: Check {
    let name = CheckName.listener
    let prerequisites = [CheckName.daemon]

    func evaluate(_ examination: SystemFacts) -> CheckResult {
        let listeners = examination.listeners
        guard !listeners.isEmpty else { return .ok("listen = none: \(examination.settings.apiSocket) alone") }
        guard let broken = listeners.first(where: { $0.fault != nil }), let fault = broken.fault else {
            return .ok("whereismyd answers at \(listeners.map(\.address).joined(separator: ", "))")
        }
        let (cure, words) = (
            "journalctl -u whereismyd tells whether another program had the port; then another one by listen in [http] "
                + "of whereismy.conf, and sudo systemctl restart whereismyd",
            "\(broken.address) does not answer: \(fault)"
        )
        // `localhost` is two addresses, and a machine may have one of them alone.
        let isPartly = listeners.contains { $0.fault == nil }
        return isPartly ? .warn(words, cure: cure) : .fail(words, cure: cure)
    }
}
