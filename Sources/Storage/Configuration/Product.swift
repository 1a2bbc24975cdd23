/// The identity of the programs.
public enum Product {
    /// The version of all programs.
    public static let version = "0.3.0"
}

/// The exit codes of the programs.
public enum ExitCode: Int32, Sendable {
    /// Success; where the position was requested, it is current.
    case success = 0
    /// Any failure without a code of its own; of `whereismy doctor`, warnings alone.
    case failure = 1
    /// `whereismy doctor` alone: a check failed.
    case faulty = 2
    /// A position is known, but it is not current.
    case lastKnownOnly = 3
    /// Nothing was found: no position is known, or a query has no result.
    case nothingKnown = 4
    /// The daemon cannot be reached.
    case unreachable = 5
    /// `whereismy place anchor` alone: the anchor is dragging.
    case dragging = 6
    /// The command line is wrong (`EX_USAGE` of sysexits.h).
    case usage = 64
}

/// An invalid command line: what is wrong and the fix, on one line.
public struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One line, lower case, no full stop.
    public let description: String

    /// Creates an error from a message.
    public init(_ description: String) {
        self.description = description
    }
}
