/// A command line that makes no sense: what is wrong with it and what would work, on one line.
public struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One line, lower case, no full stop.
    public let description: String

    /// Makes an error from its words.
    public init(_ description: String) {
        self.description = description
    }
}
