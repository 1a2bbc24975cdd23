/// An error in a file that ends its decoding.
public struct TrackError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line, from 1.
    public let line: Int
    /// The reason, for people.
    public let reason: String

    /// Creates an error.
    public init(line: Int, _ reason: String) {
        self.line = line
        self.reason = reason
    }

    /// One line: the place and the reason.
    public var description: String { "line \(line): \(reason)" }
}
