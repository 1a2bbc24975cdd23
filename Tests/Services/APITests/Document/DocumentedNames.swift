import Linux
import Testing

/// The names in `docs/openapi.yaml` that must be unique or equal to those of the source, found without a YAML parser.
struct DocumentedNames {
    /// The operation identifiers, in the order of the document.
    let operations: [Substring]
    /// The names of the tags, in the order of the document.
    let tags: [Substring]
    /// The types of server-sent events, in the order of the document.
    let events: [String]
    /// The pattern of the duration of a share.
    let shareDuration: String

    init() throws {
        let file = #filePath.split(separator: "/").dropLast(5).reduce("") { $0 + "/" + $1 } + "/docs/openapi.yaml"
        try self.init(String(decoding: try FileContents.read(file), as: UTF8.self))
    }

    /// Finds the names in a document.
    init(_ text: String) throws {
        let lines = text.split(separator: "\n")
        operations = lines.compactMap { $0.firstMatch(of: /^ {6}operationId: (\w+)$/)?.1 }
        tags = lines.compactMap { $0.firstMatch(of: /^ {2}- name: (\w+)$/)?.1 }
        let event = try #require(text.firstMatch(of: /\n {4}Event:\n(?: {6}.*\n)*? {8}event: .*enum: \[(.*?)\]/))
        events = event.1.split(separator: ", ").map(String.init)
        let share = /\n {4}ShareRequest:\n(?: {6}.*\n)*? {8}for: .*pattern: '(.*?)'/
        shareDuration = String(try #require(text.firstMatch(of: share)).1)
    }

    /// Returns the names that occur more than once.
    static func duplicates(_ names: [Substring]) -> [Substring] {
        Dictionary(grouping: names, by: \.self).filter { $1.count > 1 }.keys.sorted()
    }
}
