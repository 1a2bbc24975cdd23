public import Configuration

/// All checks, each as it came out.
public struct Diagnosis: Hashable, Sendable {
    /// In the order of the checks.
    let findings: [Finding]

    /// The checks, in order from the sky to the page.
    static let checks: [any Check] = [
        GPSDInstalledCheck(), GPSDRunningCheck(), GPSDSocketCheck(), ReceiverCheck(), ReceiverAccessCheck(),
        ReceiverPortCheck(), SentencesCheck(), SatellitesCheck(), FixCheck(), ClockCheck(), GPSDFaultsCheck(),
        DaemonCheck(), WatchdogCheck(), DirectoriesCheck(), HistoryCheck(), DiskCheck(), ListenerCheck(), PageCheck(),
        GazetteerCheck(), OwnPlacesCheck(), OrdersCheck(), HooksCheck(), WebhooksCheck(), GroupCheck(),
    ]

    /// Makes all checks; one whose ground is missing is skipped because of it.
    public init(of examination: SystemFacts) {
        self.init(of: examination, checks: Self.checks)
    }

    /// Makes the given checks.
    init(of examination: SystemFacts, checks: [any Check]) {
        var findings: [Finding] = []
        for check in checks {
            let cause = check.prerequisites.lazy.compactMap { ground in
                findings.first { $0.check == ground }.flatMap(Self.cause)
            }.first
            let verdict = cause.map { CheckResult.skipped("because of \($0.rawValue)", because: $0) }
            findings.append(Finding(check: check.name, result: verdict ?? check.evaluate(examination)))
        }
        self.findings = findings
    }

    /// What is the matter with a check that others stand on: it failed itself, or another one is the reason.
    private static func cause(_ finding: Finding) -> CheckName? {
        switch finding.result {
        case .fail: finding.check
        case .skipped(_, let because): because
        case .ok, .warn: nil
        }
    }

    /// How many came out so, by the word for it.
    func count(of word: String) -> Int { findings.count { $0.result.status == word } }

    /// 2 where something does not work, 1 where something may not, 0 otherwise.
    public var code: ExitCode {
        if count(of: "fail") > 0 { return .faulty }
        return count(of: "warn") > 0 ? .failure : .success
    }
}
