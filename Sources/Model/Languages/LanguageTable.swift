import Basics
import JSON

/// The text of the pages in a language: the file `languages/TAG.json`.
public struct LanguageTable: Sendable {
    /// The language of the table.
    public let language: Language
    /// The texts by section and key.
    private var sections: [String: [String: Entry]]

    /// Reads the file of a language.
    ///
    /// - Parameters:
    ///   - json: an object of sections, each of which is an object of texts; a text with a count may be an object of its
    ///     plural forms.
    ///   - language: its language.
    ///   - others: what the file lacks; nil for nothing.
    /// - Throws: `DecodingError`.
    public init(json: [UInt8], of language: Language, completedBy others: LanguageTable? = nil) throws {
        self.language = language
        sections = try SafeJSON.decode([String: [String: Entry]].self, from: json)
        for (name, section) in others?.sections ?? [:] {
            sections[name, default: [:]].merge(section) { own, _ in own }
        }
    }

    /// Reads one section of a file.
    ///
    /// - Parameters:
    ///   - section: its name.
    ///   - json: the object of its texts.
    ///   - language: its language.
    /// - Throws: `DecodingError`.
    public init(section: String, json: [UInt8], of language: Language) throws {
        self.language = language
        sections = [section: try SafeJSON.decode([String: Entry].self, from: json)]
    }

    /// Creates a table without text.
    public init(of language: Language) {
        (self.language, sections) = (language, [:])
    }

    /// Returns a text by its section and key, such as `static.age`.
    ///
    /// - Parameters:
    ///   - key: the key; the words of an unknown one are returned.
    ///   - values: what replaces `{name}`, by name.
    ///   - count: selects the plural form, and replaces `{count}`.
    /// - Returns: the text.
    public func text(_ key: String, _ values: [String: String] = [:], count: Int? = nil) -> String {
        let parts = key.split(separator: ".", maxSplits: 1).map(String.init)
        guard let section = parts.first, let name = parts.dropFirst().first, let entry = sections[section]?[name] else {
            return (parts.last ?? "").replacing(text: "-", with: " ")
        }
        let pattern = entry.form(of: count.map { PluralCategory(of: $0, in: language) } ?? .other)
        return Self.filled(pattern, values.merging(count.map { ["count": String($0)] } ?? [:]) { own, _ in own })
    }

    /// Returns the texts of a section by key, for templates; the plural forms as `key-one` to `key-other`.
    public func texts(of section: String) -> [String: String] {
        var texts: [String: String] = [:]
        for (key, entry) in sections[section] ?? [:] {
            guard let forms = entry.forms else {
                texts[key] = entry.text
                continue
            }
            for (category, form) in forms { texts["\(key)-\(category)"] = form }
        }
        return texts
    }

    /// Returns the number with the mark of the language before its decimals.
    public func number(_ text: String) -> String {
        String(text.map { $0 == "." ? language.decimalSeparator : $0 })
    }

    /// Replaces each `{name}` that has a value, in one pass: the braces in a value are text.
    private static func filled(_ pattern: String, _ values: [String: String]) -> String {
        var result = ""
        var rest = pattern[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            let place = rest[open...close]
            result += rest[..<open]
            result += values[String(place.dropFirst().dropLast())] ?? String(place)
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }
}

/// A text, or its plural forms by category.
private struct Entry: Decodable {
    let text: String
    let forms: [String: String]?

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            (self.text, forms) = (text, nil)
        } else {
            let forms = try container.decode([String: String].self)
            (text, self.forms) = (forms["other"] ?? "", forms)
        }
    }

    func form(of category: PluralCategory) -> String { forms?[category.rawValue] ?? text }
}
