/// How a replay is printed.
public enum ReplayFormat: String, CaseIterable, Sendable {
    /// A line an epoch for people.
    case text
    /// A line of JSON an epoch for programs.
    case json
    /// A line an epoch for people who ask why: what came, what was decided, on which numbers.
    case explain
}
