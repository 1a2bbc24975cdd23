public import Location

extension TrackPoint {
    /// The fix that a report shows, as a history keeps it; nil where the report shows no current one.
    ///
    /// Only a `live` report has a fix of now: what a stale one shows has been recorded, or is of an earlier run.
    public init?(_ report: Report) {
        guard report.state == .live, let fix = report.fix else { return nil }
        self.init(fix, motion: report.motion ?? .unknown, satellitesUsed: report.satellites?.used)
    }
}
