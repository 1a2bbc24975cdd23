/// What one check comes to; words are one line, lower case, without a full stop.
enum CheckResult: Hashable, Sendable {
    /// All is well; what was found.
    case ok(String)
    /// It works, or may; what was found, and what mends it.
    case warn(String, cure: String)
    /// It does not work; what was found, and what mends it.
    case fail(String, cure: String)
    /// It was not looked at; why, and the check that is the reason where one is.
    case skipped(String, because: CheckName? = nil)

    /// The one word for it.
    var status: String {
        switch self {
        case .ok: "ok"
        case .warn: "warn"
        case .fail: "fail"
        case .skipped: "skipped"
        }
    }

    /// What was found, or why nothing was looked for.
    var found: String {
        switch self {
        case .ok(let found), .warn(let found, _), .fail(let found, _), .skipped(let found, _): found
        }
    }

    /// What mends it; nil where there is nothing to mend.
    var cure: String? {
        switch self {
        case .warn(_, let cure), .fail(_, let cure): cure
        case .ok, .skipped: nil
        }
    }
}
