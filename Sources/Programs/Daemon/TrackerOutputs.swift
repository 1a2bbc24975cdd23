import API

/// Where the tracker hands on what it finds out; none of them ever makes it wait.
struct TrackerOutputs: Sendable {
    /// To the files.
    let reports: ReportMailbox
    /// What was decided.
    let verdicts: SharedVerdicts
    /// What is counted.
    var counts = SharedCounts()
    /// To those who follow; nil where nobody can.
    var feed: LiveFeed?
    /// To the history; nil where there is none.
    var history: HistoryOutput?
    /// To the thread that keeps and tells what is new about places; nil where there is none.
    var placeUpdates: PlaceMailbox?
    /// What that thread and others say about places; nil where nobody does.
    var placeCommands: PlaceCommandQueue?
}
