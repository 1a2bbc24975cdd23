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
        let file = #filePath.split(separator: "/").dropLast(6).reduce("") { $0 + "/" + $1 } + "/docs/openapi.yaml"
        try self.init(String(decoding: try FileContents.read(file), as: UTF8.self))
    }

    /// Finds the names in a document.
    init(_ text: String) throws {
        let lines = text.split(separator: "\n")
        operations = Self.values("      operationId: ", in: lines)
        tags = Self.values("  - name: ", in: lines)
        let event = try Self.member("event", of: "Event", in: lines)
        events = try #require(event.firstMatch(of: /enum: \[(.*?)\]/)).1.split(separator: ", ").map(String.init)
        let lifetime = try Self.member("for", of: "ShareRequest", in: lines)
        shareDuration = String(try #require(lifetime.firstMatch(of: /pattern: '(.*?)'/)).1)
    }

    /// Returns what follows the prefix, for each line that has it.
    private static func values(_ prefix: String, in lines: [Substring]) -> [Substring] {
        lines.filter { $0.hasPrefix(prefix) }.map { $0.dropFirst(prefix.count) }
    }

    /// Returns the line that describes a member of a schema.
    private static func member(_ name: String, of schema: String, in lines: [Substring]) throws -> Substring {
        let start = try #require(lines.firstIndex { $0 == "    \(schema):" })
        return try #require(lines[start...].first { $0.hasPrefix("        \(name): ") })
    }

    /// Returns the names that occur more than once.
    static func duplicates(_ names: [Substring]) -> [Substring] {
        Dictionary(grouping: names, by: \.self).filter { $1.count > 1 }.keys.sorted()
    }
}
