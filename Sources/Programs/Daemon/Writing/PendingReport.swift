import Location

/// A report on its way to the files, and whether the page must be drawn anew with it.
struct PendingReport: Sendable {
    var report: Report
    var drawsPage: Bool
}
