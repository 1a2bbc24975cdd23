/// All issues with the configuration.
public struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// An issue with the configuration.
    public struct Issue: Hashable, Sendable, CustomStringConvertible {
        /// The file or environment variable.
        public let source: String
        /// The line in the file, from 1; nil if it concerns none.
        public let line: Int?
        /// The fault and its fix.
        public let message: String

        /// Creates an issue.
        public init(source: String, line: Int? = nil, message: String) {
            self.source = source
            self.line = line
            self.message = message
        }

        /// One line: `file:line: message`.
        public var description: String {
            line.map { "\(source):\($0): \(message)" } ?? "\(source): \(message)"
        }
    }

    /// The issues, at least one, in reading order.
    public let issues: [Issue]

    /// Creates an error from issues.
    public init(_ problems: [Issue]) {
        self.issues = problems
    }

    /// The maximum number of lines: a foreign file in place of the configuration must not fill the journal.
    static let maxLines = 100

    /// One line for each issue; of very many, the first and a count of the others.
    public var description: String {
        let more = issues.count - Self.maxLines
        let lines = issues.prefix(Self.maxLines).map(\.description) + (more > 0 ? ["and \(more) more"] : [])
        return lines.joined(separator: "\n")
    }
}
