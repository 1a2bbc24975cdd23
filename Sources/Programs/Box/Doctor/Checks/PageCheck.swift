import Basics
import Configuration
import Linux
import Location
import Pages

struct PageCheck: Check {
    let name = CheckName.page
    let prerequisites = [CheckName.daemon]

    /// The time to write it on a busy machine.
    private static let slack: Duration = .seconds(5)

    func evaluate(_ system: SystemFacts) -> CheckResult {
        let path = "\(system.settings.runtimeDirectory)/index.html"
        let page: FileStatus
        switch system.page {
        case .success(let status): page = status
        case .failure(let error) where error.isPermissionDenied:
            return .skipped("\(path) is not readable by this user", because: .group)
        case .failure(let error): return .fail("\(path): \(error.reason)", cure: cure(system.host))
        }
        guard let report = system.daemon.report else { return .skipped("whereismyd has written no report yet") }
        let age = system.now - page.modified
        let message = AgeText.text(max(.zero, age))
        // A current position redraws the page before it is stale; otherwise a change of state redraws it once.
        let isFresh =
            report.state == .live
            ? age <= system.settings.staleAfter + Self.slack : page.modified + Self.slack >= report.since
        guard isFresh else {
            return .fail("it was written \(message), before the current state of whereismyd", cure: cure(system.host))
        }
        return .ok("it was written \(message), and shows the state \(report.state.rawValue)")
    }

    private func cure(_ host: HostSystem) -> String {
        "\(host.restartDaemon); \(host.daemonLog) shows why it could not be written"
    }
}
