import Basics
import Configuration
import Pages

/// Checks that root's helper starts and stops the targets of places.
struct OrdersCheck: Check {
    let name = CheckName.orders
    let prerequisites = [CheckName.daemon]

    static let units = [path, service]

    private static let path = "whereismy-orders.path"
    private static let service = "whereismy-orders.service"
    /// Longer than a run of the helper with its pauses after failures.
    private static let maxWait = Duration.seconds(60)

    func evaluate(_ system: SystemFacts) -> CheckResult {
        guard let units = system.units else { return .skipped("there is no systemd to start anything at places") }
        guard let path = units[Self.path], path.exists else {
            return .skipped("there is no \(Self.path): nothing is started at places")
        }
        guard !path.isMasked else { return .ok("\(Self.path) is masked: nothing is started at places") }
        let directory = system.settings.orderInbox
        guard directory == Settings().orderInbox else { return .skipped("no unit watches \(directory)") }
        guard path.isActive else { return inactive(path) }
        guard let failure = units[Self.service]?.failure else { return inbox(system) }
        return .fail(
            "\(Self.service) failed (\(failure)): targets of places do not start",
            cure: "journalctl -u whereismy-orders shows why; then sudo systemctl restart \(Self.service)")
    }

    private func inactive(_ path: UnitState) -> CheckResult {
        let reason = path.failure.map { "failed (\($0))" } ?? "is not active"
        return .fail(
            "\(Self.path) \(reason): nothing is started at places", cure: "sudo systemctl restart \(Self.path)")
    }

    private func inbox(_ system: SystemFacts) -> CheckResult {
        let (orders, directory) = (system.orders, system.settings.orderInbox)
        switch orders.visibility {
        case .absent:
            return .fail(
                "\(directory) does not exist: nothing is started at places",
                cure: "sudo systemd-tmpfiles --create && sudo systemctl restart \(Self.path) whereismyd")
        case .inaccessible(let reason): return .ok("\(Self.path) is active; its queue is not visible (\(reason))")
        case .visible:
            guard let since = orders.since, system.now - since > Self.maxWait else {
                return .ok("\(Self.path) is active, no request is overdue")
            }
            return .fail(
                "\(orders.count) wait in \(directory), the first one for \(AgeText.span(system.now - since))",
                cure: "journalctl -u whereismy-orders may show why; sudo systemctl restart \(Self.path)")
        }
    }
}
