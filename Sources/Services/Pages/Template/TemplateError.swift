/// An error in a template: its place, the text found and the text expected.
public struct TemplateError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file of the template, or its name.
    public let file: String
    /// The line, counted from 1.
    public let line: Int
    /// The character in the line, counted from 1.
    public let column: Int
    /// The text found.
    public let found: String
    /// The text expected.
    public let expected: String

    /// One line: `file:line:column: found this, expected that`.
    public var description: String {
        "\(file):\(line):\(column): found \(found), expected \(expected)"
    }
}
