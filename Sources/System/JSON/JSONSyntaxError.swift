/// Where a text stops being JSON.
public struct JSONSyntaxError: Error, Hashable, Sendable {
    /// The line, from 1.
    public let line: Int
    /// What is wrong there, for people.
    public let reason: String
}
