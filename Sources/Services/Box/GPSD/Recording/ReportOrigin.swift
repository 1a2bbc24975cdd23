/// Where the report of a fix begins in a recording, and why it may have no position.
public struct ReportOrigin: Hashable, Sendable {
    /// The number of the first line of the report, from 1.
    public let line: Int
    /// True if its position is 0, 0, which the fix does not have.
    public let isNullIsland: Bool
}
