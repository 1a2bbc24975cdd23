public import Places

/// What a file of places held.
public struct ParsedPlaces: Hashable, Sendable {
    /// The places, in their order in the file.
    public var places: [Place] = []
    /// What was no place.
    public var issues: [PlaceIssue] = []
}

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

/// What is wrong with an entry, in words for people.
struct PlaceEntryError: Error {
    let text: String

    init(_ text: String) {
        self.text = text
    }
}

extension PlaceName {
    /// A name from a file.
    static func read(_ text: String) throws(PlaceEntryError) -> PlaceName {
        guard let name = PlaceName(text) else { throw PlaceEntryError("its name is not \(PlaceName.rule)") }
        return name
    }
}
