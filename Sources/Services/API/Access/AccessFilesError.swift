/// Files of who may see what that are not used.
public struct AccessFilesError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One thing that is wrong.
    public struct Issue: Hashable, Sendable {
        /// The file.
        public let file: String
        /// The line in it, from 1; nil where it is about the whole.
        public let line: Int?
        /// What is wrong and what would work.
        public let message: String
    }

    /// At least one.
    public let issues: [Issue]

    /// One line a problem: `file:line: what is wrong`.
    public var description: String {
        issues.map { problem in
            "\(problem.file):\(problem.line.map { "\($0):" } ?? "") \(problem.message)"
        }.joined(separator: "\n")
    }
}
