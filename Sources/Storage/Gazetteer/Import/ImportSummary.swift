/// The result of an import.
public struct ImportSummary: Sendable {
    /// A line that could not be imported.
    public struct Issue: Hashable, Sendable, CustomStringConvertible {
        /// The line number, from 1.
        public let line: Int
        /// The cause.
        public let reason: RowError

        /// One line: the line number and the cause.
        public var description: String { "line \(line): \(reason)" }
    }

    /// The maximum number of issues that are collected; all are counted.
    public static let maxIssues = 100

    /// The number of imported places.
    public internal(set) var rows: Int64 = 0
    /// The number of lines that could not be imported.
    public private(set) var skipped: Int64 = 0
    /// The first issues.
    public private(set) var issues: [Issue] = []

    /// Creates an empty summary.
    public init() {}

    mutating func skip(_ error: RowError, line: Int) {
        skipped += 1
        if issues.count < Self.maxIssues { issues.append(Issue(line: line, reason: error)) }
    }
}

/// An error in a line of a table.
public enum RowError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name is missing.
    case noName
    /// The latitude or longitude is missing.
    case noPosition
    /// The latitude or longitude is not a number or out of range.
    case badPosition(String)
    /// The line has fewer columns than its format.
    case fewColumns(Int, wanted: Int)
    /// The line exceeds the maximum length.
    case tooLong
    /// A quote is not closed.
    case unclosedQuotationMark

    /// One line: the cause and the offending value.
    public var description: String {
        switch self {
        case .noName: "no name"
        case .noPosition: "no position"
        case .badPosition(let text):
            "\(String(text.prefix(40)).debugDescription) is not a latitude and longitude in degrees"
        case .fewColumns(let count, let wanted): "\(count) columns instead of \(wanted)"
        case .tooLong: "longer than 128 KB"
        case .unclosedQuotationMark: "unclosed quotation mark"
        }
    }
}
