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
