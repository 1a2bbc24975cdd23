import Location

/// A place as a file has it.
struct GazetteerRow {
    var name = ""
    /// The name in plain Latin letters, where that is another one.
    var latin: String?
    var region: String?
    var country: String?
    var code: String?
    var coordinate: Coordinate
    /// Above 0.
    var population: Int64?
    /// More names, between commas or blanks.
    var otherNames: String?

    /// What it is sorted by, where that is not the name.
    var sortKey: String? { LetterFolding.sortKey(latin ?? name) ?? latin }

    /// All words that it can be found by.
    var searchText: String {
        LetterFolding.fold([name, latin, code, otherNames].compactMap { $0 }.joined(separator: " "))
    }
}
