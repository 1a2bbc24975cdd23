import Basics
import Configuration
import Linux
import Location
import Pages

/// Whether the page is as new as the position.
struct PageCheck: Check {
    let name = CheckName.page
    let prerequisites = [CheckName.daemon]

    /// How long writing may take on a machine that has much to do.
    private static let slack: Duration = .seconds(5)

    func evaluate(_ examination: SystemFacts) -> CheckResult {
        let path = "\(examination.settings.runtimeDirectory)/index.html"
        let page: FileStatus
        switch examination.page {
        case .success(let status): page = status
        case .failure(let error) where error.isPermissionDenied:
            return .skipped("\(path) may not be looked at", because: .group)
        case .failure(let error): return .fail("\(path): \(error.reason)", cure: Self.cure)
        }
        guard let report = examination.daemon.report else { return .skipped("whereismyd has made no report yet") }
        let age = examination.now - page.modified
        let words = AgeText.text(max(.zero, age))
        // While the position is current the page is drawn again before it is old; else once, when the state changed.
        let isFresh =
            report.state == .live
            ? age <= examination.settings.staleAfter + Self.slack : page.modified + Self.slack >= report.since
        guard isFresh else { return .fail("it was written \(words), before what whereismyd says now", cure: Self.cure) }
        return .ok("it was written \(words), and shows the state \(report.state.rawValue)")
    }

    private static let cure =
        "sudo systemctl restart whereismyd; journalctl -u whereismyd tells why it could not be written"
}
