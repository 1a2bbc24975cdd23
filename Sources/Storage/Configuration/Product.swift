/// What the programs say about themselves.
public enum Product {
    /// The version of both programs.
    public static let version = "0.1.0"
}

/// What a program tells the one that started it.
public enum ExitCode: Int32, Sendable {
    /// Done; for a question after the position: it is current.
    case success = 0
    /// Whatever has no code of its own.
    case failure = 1
    /// `whereismy doctor` alone: something does not work. What only may not is 1.
    case faulty = 2
    /// A position is known, but it is not current.
    case lastKnownOnly = 3
    /// The daemon runs and knows no position yet.
    case nothingKnown = 4
    /// The daemon cannot be reached.
    case unreachable = 5
    /// The command line is wrong (`EX_USAGE` of sysexits.h).
    case usage = 64
}

/// A command line that makes no sense: what is wrong with it and what would work, on one line.
public struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One line, lower case, no full stop.
    public let description: String

    /// Makes an error from its words.
    public init(_ description: String) {
        self.description = description
    }
}
