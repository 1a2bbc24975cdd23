/// All that is wrong with the configuration, at once.
public struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One thing that is wrong.
    public struct Problem: Hashable, Sendable, CustomStringConvertible {
        /// The file, or the environment variable.
        public let place: String
        /// The line in the file, from 1; nil when it is not about a line.
        public let line: Int?
        /// What is wrong and what would work.
        public let message: String

        /// Makes a problem at a place.
        public init(place: String, line: Int? = nil, message: String) {
            self.place = place
            self.line = line
            self.message = message
        }

        /// One line: `file:line: what is wrong`.
        public var description: String {
            line.map { "\(place):\($0): \(message)" } ?? "\(place): \(message)"
        }
    }

    /// At least one, in the order they were met.
    public let problems: [Problem]

    /// Makes an error from what is wrong.
    public init(_ problems: [Problem]) {
        self.problems = problems
    }

    /// Lines that say what is wrong, at most: a file that is none of ours, in its place, must not fill the journal.
    static let longest = 100

    /// One line a problem; where there are very many, the first of them and how many more there are.
    public var description: String {
        let more = problems.count - Self.longest
        let lines = problems.prefix(Self.longest).map(\.description) + (more > 0 ? ["and \(more) more"] : [])
        return lines.joined(separator: "\n")
    }
}
