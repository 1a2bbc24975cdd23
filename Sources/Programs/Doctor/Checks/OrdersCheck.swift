import Basics
import Configuration
import Location
import Pages

/// Whether what belongs to places is started and stopped by root's helper.
struct OrdersCheck: Check {
    let name = CheckName.orders
    let prerequisites = [CheckName.daemon]

    static let units = [path, service]

    private static let path = "whereismy-orders.path"
    private static let service = "whereismy-orders.service"
    /// Longer than the helper takes, with its pauses after failures.
    private static let maxWait = Duration.seconds(60)

    func evaluate(_ examination: SystemFacts) -> CheckResult {
        guard let units = examination.units else { return .skipped("there is no systemd to start anything at places") }
        guard let path = units[Self.path], path.exists else {
            return .skipped("there is no \(Self.path): nothing is started at places")
        }
        guard !path.isMasked else { return .ok("\(Self.path) is masked: nothing is started at places") }
        let directory = examination.settings.orderInbox
        guard directory == Settings().orderInbox else { return .skipped("nobody looks into \(directory)") }
        guard path.isActive else { return inactive(path) }
        guard let failure = units[Self.service]?.failure else { return inbox(examination) }
        return .fail(
            "\(Self.service) failed (\(failure)): what is asked for at places is not done",
            cure: "journalctl -u whereismy-orders says why; then sudo systemctl restart \(Self.service)")
    }

    private func inactive(_ path: UnitState) -> CheckResult {
        let reason = path.failure.map { "failed (\($0))" } ?? "is not active"
        return .fail(
            "\(Self.path) \(reason): nothing is started at places", cure: "sudo systemctl restart \(Self.path)")
    }

    private func inbox(_ examination: SystemFacts) -> CheckResult {
        let (orders, directory) = (examination.orders, examination.settings.orderInbox)
        switch orders.visibility {
        case .absent:
            return .fail(
                "\(directory) is not there: nobody can be asked to start anything at places",
                cure: "sudo systemd-tmpfiles --create && sudo systemctl restart \(Self.path) whereismyd")
        case .inaccessible(let reason): return .ok("\(Self.path) is active; what waits is not to be seen (\(reason))")
        case .visible:
            guard let since = orders.since, examination.now - since > Self.maxWait else {
                return .ok("\(Self.path) is active, nothing waits for long")
            }
            return .fail(
                "\(orders.count) wait in \(directory), the first one for \(AgeText.span(examination.now - since))",
                cure: "journalctl -u whereismy-orders may say why; sudo systemctl restart \(Self.path)")
        }
    }
}
