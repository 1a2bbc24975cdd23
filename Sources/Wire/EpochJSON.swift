public import Location

/// One epoch and what was decided about it as JSON: a line of `whereismy replay --format json`.
public enum EpochJSON {
    /// Writes an epoch on one line without a line end.
    ///
    /// - Parameters:
    ///   - verdict: `accepted`, `duplicate` or `rejected`.
    ///   - reason: why it was rejected; nil when it was not.
    ///   - raw: what the receiver gave.
    ///   - report: what was known then, as in ``ReportJSON``.
    /// - Returns: the line.
    public static func encode(verdict: String, reason: String?, raw: Fix, report: Report) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { json in
            json.string("verdict", verdict)
            json.string("reason", reason)
            json.object("raw") { $0.members(of: raw) }
            json.object("report") { $0.members(of: report) }
        }
        return writer.bytes
    }
}
