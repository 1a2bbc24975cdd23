public import CommandLine

/// The results of all checks.
public struct Diagnosis: Hashable, Sendable {
    /// The results in the order of the checks.
    let findings: [Finding]

    /// The checks, in order from the sky to the page.
    static let checks: [any Check] = [
        GPSDInstalledCheck(), GPSDRunningCheck(), GPSDSocketCheck(), ReceiverCheck(), ReceiverAccessCheck(),
        ReceiverPortCheck(), SentencesCheck(), SatellitesCheck(), FixCheck(), ClockCheck(), GPSDFaultsCheck(),
        DaemonCheck(), IntegrityCheck(), WatchdogCheck(), DirectoriesCheck(), HistoryCheck(), DiskCheck(),
        ListenerCheck(), PageCheck(), GazetteerCheck(), OwnPlacesCheck(), OrdersCheck(), HooksCheck(), PublishCheck(),
        WebhooksCheck(), GroupCheck(),
    ]

    /// Runs all checks; skips one with a failed prerequisite.
    public init(of system: SystemFacts) {
        self.init(of: system, checks: Self.checks)
    }

    init(of system: SystemFacts, checks: [any Check]) {
        var findings: [Finding] = []
        for check in checks {
            let cause = check.prerequisites.lazy.compactMap { prerequisite in
                findings.first { $0.check == prerequisite }.flatMap(Self.cause)
            }.first
            let skipped = cause.map { CheckResult.skipped("because of \($0.rawValue)", because: $0) }
            let results = skipped.map { [$0] } ?? check.evaluateEach(system)
            findings += results.map { Finding(check: check.name, result: $0) }
        }
        self.findings = findings
    }

    /// The root cause of a failed prerequisite: the check itself, or the one for which it was skipped.
    private static func cause(_ finding: Finding) -> CheckName? {
        switch finding.result {
        case .fail: finding.check
        case .skipped(_, let because): because
        case .ok, .warn: nil
        }
    }

    func count(of word: String) -> Int { findings.count { $0.result.status == word } }

    /// 2 after a failure, 1 after a warning, else 0.
    public var code: ExitCode {
        if count(of: "fail") > 0 { return .faulty }
        return count(of: "warn") > 0 ? .failure : .success
    }
}
