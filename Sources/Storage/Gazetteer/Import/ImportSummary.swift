/// What became of the lines of a table.
public struct ImportSummary: Sendable {
    /// A line that is no place.
    public struct Issue: Hashable, Sendable, CustomStringConvertible {
        /// Its number, from 1.
        public let line: Int
        /// Why not.
        public let reason: RowError

        /// One line: where and why.
        public var description: String { "line \(line): \(reason)" }
    }

    /// The most problems that are kept with their lines; all are counted.
    public static let maxIssues = 100

    /// How many places there are.
    public internal(set) var rows: Int64 = 0
    /// How many lines are none.
    public private(set) var skipped: Int64 = 0
    /// The first of them.
    public private(set) var issues: [Issue] = []

    /// Begins with nothing.
    public init() {}

    mutating func skip(_ fault: RowError, line: Int) {
        skipped += 1
        if issues.count < Self.maxIssues { issues.append(Issue(line: line, reason: fault)) }
    }
}
