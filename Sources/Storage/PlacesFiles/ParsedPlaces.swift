public import Places

/// The contents of a file of places.
public struct ParsedPlaces: Hashable, Sendable {
    /// The places in the order of the file.
    public var places: [Place] = []
    /// The issues of unusable entries.
    public var issues: [PlaceIssue] = []
}

extension ParsedPlaces {
    /// Converts entries to places, and invalid ones to issues.
    init<Entry>(
        _ entries: [Entry?], name: (Entry) -> String?, _ place: (Entry) throws(PlaceEntryError) -> Place
    ) {
        for (index, entry) in entries.enumerated() {
            guard let entry else {
                issues.append(
                    PlaceIssue(number: index + 1, name: nil, detail: "its members have unexpected types"))
                continue
            }
            do throws(PlaceEntryError) {
                places.append(try place(entry))
            } catch {
                issues.append(PlaceIssue(number: index + 1, name: name(entry), detail: error.text))
            }
        }
    }
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
    static func read(_ text: String) throws(PlaceEntryError) -> PlaceName {
        guard let name = PlaceName(text) else { throw PlaceEntryError("its name is not \(PlaceName.rule)") }
        return name
    }
}
