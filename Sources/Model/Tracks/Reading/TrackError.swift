/// Where a file broke, so that nothing behind it could be read.
public struct TrackError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line, from 1.
    public let line: Int
    /// What was wrong there, in words for people.
    public let reason: String

    /// Makes a fault.
    public init(line: Int, _ words: String) {
        self.line = line
        self.reason = words
    }

    /// One line: where, and what was wrong.
    public var description: String { "line \(line): \(reason)" }
}
