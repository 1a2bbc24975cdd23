/// All that is wrong with the configuration, at once.
public struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One thing that is wrong.
    public struct Issue: Hashable, Sendable, CustomStringConvertible {
        /// The file, or the environment variable.
        public let source: String
        /// The line in the file, from 1; nil when it is not about a line.
        public let line: Int?
        /// What is wrong and what would work.
        public let message: String

        /// Makes a problem at a place.
        public init(source: String, line: Int? = nil, message: String) {
            self.source = source
            self.line = line
            self.message = message
        }

        /// One line: `file:line: what is wrong`.
        public var description: String {
            line.map { "\(source):\($0): \(message)" } ?? "\(source): \(message)"
        }
    }

    /// At least one, in the order they were met.
    public let issues: [Issue]

    /// Makes an error from what is wrong.
    public init(_ problems: [Issue]) {
        self.issues = problems
    }

    /// Lines that say what is wrong, at most: a file that is none of ours, in its place, must not fill the journal.
    static let maxLines = 100

    /// One line a problem; where there are very many, the first of them and how many more there are.
    public var description: String {
        let more = issues.count - Self.maxLines
        let lines = issues.prefix(Self.maxLines).map(\.description) + (more > 0 ? ["and \(more) more"] : [])
        return lines.joined(separator: "\n")
    }
}
