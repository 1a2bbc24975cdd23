/// One link between the sky and the page, judged by what was found out.
protocol Check: Sendable {
    /// What it is called.
    var name: CheckName { get }
    /// The checks without whose success it could tell nothing.
    var prerequisites: [CheckName] { get }

    /// Judges.
    func evaluate(_ examination: SystemFacts) -> CheckResult
}

extension Check {
    var prerequisites: [CheckName] { [] }
}

/// What one check has come to.
struct Finding: Hashable, Sendable {
    /// The check.
    let check: CheckName
    /// What it came to.
    let result: CheckResult
}
