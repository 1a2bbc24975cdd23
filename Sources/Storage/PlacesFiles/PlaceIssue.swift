/// An entry of a file of places that cannot be used.
public struct PlaceIssue: Hashable, Sendable, CustomStringConvertible {
    /// Which entry of the file, from 1.
    public let number: Int
    /// What it is called there; nil where it has no name.
    public let name: String?
    /// What is wrong with it, in words for people.
    public let words: String

    /// One line: which, and what is wrong.
    public var description: String {
        let name = name.map { " (\($0.prefix(80).debugDescription))" } ?? ""
        return "entry \(number)\(name): \(words)"
    }
}
