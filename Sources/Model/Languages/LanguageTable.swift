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

    /// Reads one section of a file, nil without it: the decoding of all takes longer than the rest of a command.
    ///
    /// - Parameters:
    ///   - section: its name, at the beginning of a line.
    ///   - json: the file.
    ///   - language: its language.
    public init?(section: String, of json: [UInt8], in language: Language) {
        guard var reader = SectionReader(json, after: Array("\n  \"\(section)\": {".utf8)) else { return nil }
        (self.language, sections) = (language, [section: reader.entries()])
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

/// Reads an object of texts by its tokens, which takes a tenth of the generic decoding.
private struct SectionReader {
    private let bytes: [UInt8]
    private var index: Int
    private var scanner = JSONScanner()

    /// Creates a reader of what follows a text that ends with the opening brace of an object; nil without it.
    init?(_ bytes: [UInt8], after text: [UInt8]) {
        let starts = bytes.indices.dropLast(text.count)
        guard let start = starts.first(where: { bytes[$0] == text[0] && bytes[$0...].starts(with: text) }) else {
            return nil
        }
        (self.bytes, index) = (bytes, start + text.count - 1)
        _ = next()
    }

    private mutating func next() -> JSONToken? {
        let bytes = bytes
        return try? scanner.next(in: bytes.span, at: &index)
    }

    private var text: String { String(decoding: scanner.text, as: UTF8.self) }

    /// Returns the rest of an object whose values are texts, or objects of their plural forms.
    mutating func entries() -> [String: Entry] {
        var entries: [String: Entry] = [:]
        while next() == .key {
            let key = text
            entries[key] = next() == .string ? Entry(text) : Entry(forms: self.entries().mapValues(\.text))
        }
        return entries
    }
}

/// A text, or its plural forms by category.
private struct Entry: Decodable {
    let text: String
    let forms: [String: String]?

    init(_ text: String) { (self.text, forms) = (text, nil) }

    init(forms: [String: String]) { (text, self.forms) = (forms["other"] ?? "", forms) }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self.init(text)
        } else {
            self.init(forms: try container.decode([String: String].self))
        }
    }

    func form(of category: PluralCategory) -> String { forms?[category.rawValue] ?? text }
}
