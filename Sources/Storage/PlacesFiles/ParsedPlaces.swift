public import Places

/// The contents of a file of places.
public struct ParsedPlaces: Hashable, Sendable {
    /// The places in the order of the file.
    public var places: [Place] = []
    /// The issues of unusable entries.
    public var issues: [PlaceIssue] = []
}

/// An unusable entry of a file of places.
public struct PlaceIssue: Hashable, Sendable, CustomStringConvertible {
    /// The number of the entry in the file, from 1.
    public let number: Int
    /// The name of the entry; nil if it has none.
    public let name: String?
    /// The problem, for people.
    public let detail: String

    /// The entry and its problem in one line.
    public var description: String {
        let name = name.map { " (\($0.prefix(80).debugDescription))" } ?? ""
        return "entry \(number)\(name): \(detail)"
    }
}

/// The problem of an entry, for people.
struct PlaceEntryError: Error {
    let text: String

    init(_ text: String) {
        self.text = text
    }
}

extension PlaceName {
    /// Parses a name from a file.
    static func read(_ text: String) throws(PlaceEntryError) -> PlaceName {
        guard let name = PlaceName(text) else { throw PlaceEntryError("its name is not \(PlaceName.rule)") }
        return name
    }
}
