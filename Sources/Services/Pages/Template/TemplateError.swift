/// A fault in a template: where it is, what stands there, and what would be right.
public struct TemplateError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The template's file, or its name where it has none.
    public let file: String
    /// The line, counted from 1.
    public let line: Int
    /// The character in the line, counted from 1.
    public let column: Int
    /// What was found there.
    public let found: String
    /// What would have been right.
    public let expected: String

    /// Makes an error at a place.
    public init(file: String, line: Int, column: Int, found: String, expected: String) {
        self.file = file
        self.line = line
        self.column = column
        self.found = found
        self.expected = expected
    }

    /// One line: `file:line:column: found this, expected that`.
    public var description: String {
        "\(file):\(line):\(column): found \(found), expected \(expected)"
    }
}
