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

/// Why a line of a table is no place.
public enum RowError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It has no name.
    case noName
    /// Its latitude or longitude is missing.
    case noPosition
    /// Its latitude or longitude cannot be read, or is not on Earth.
    case badPosition(String)
    /// It has fewer columns than its format.
    case fewColumns(Int, wanted: Int)
    /// It is a line beyond all bounds.
    case tooLong
    /// A quotation mark opens in it that is not closed.
    case unclosedQuotationMark

    /// One line: what is wrong, with the offending value.
    public var description: String {
        switch self {
        case .noName: "no name"
        case .noPosition: "no position"
        case .badPosition(let text):
            "\(String(text.prefix(40)).debugDescription) is no latitude and longitude in degrees"
        case .fewColumns(let count, let wanted): "\(count) columns in place of \(wanted)"
        case .tooLong: "longer than 128 KB"
        case .unclosedQuotationMark: "a quotation mark is not closed"
        }
    }
}
