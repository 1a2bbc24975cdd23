import Places

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
