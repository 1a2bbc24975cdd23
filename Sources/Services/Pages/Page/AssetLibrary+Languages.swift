public import Languages
import Synchronization

extension AssetLibrary {
    /// The sections of texts that a page can name.
    private static let sections = ["sign-in", "problems", "share", "fleet"]

    /// Returns the text of a language: an administrator's file, otherwise the built-in one.
    public func table(of language: Language) -> LanguageTable { tables.table(of: language) }

    /// Returns a page in a language, with the texts that it names, such as `{{sign-in.title}}`; nil for an unknown path.
    ///
    /// A page that is no valid template is returned as it is.
    ///
    /// - Throws: ``TemplateError`` for an administrator's copy that cannot be read or is not UTF-8.
    public func page(named name: String, in language: Language) throws(TemplateError) -> [UInt8]? {
        guard let asset = try asset(named: name) else { return nil }
        let text = String(decoding: asset.bytes, as: UTF8.self)
        let table = table(of: language)
        var values: [String: TemplateValue] = ["language": .text(language.tag)]
        for section in Self.sections {
            values[section] = .object(table.texts(of: section).mapValues(TemplateValue.text))
        }
        return (try? Template(name: name, text: text).render(.object(values))) ?? asset.bytes
    }
}

/// The texts of the languages, each read when it is first needed.
final class LanguageTables: Sendable {
    private let templates: TemplateLibrary
    private let tables = Mutex<[Language: LanguageTable]>([:])

    init(_ templates: TemplateLibrary) {
        self.templates = templates
    }

    /// Returns the text of a language; the built-in one if an administrator's file cannot be read.
    func table(of language: Language) -> LanguageTable {
        tables.withLock { tables in
            if let table = tables[language] { return table }
            let table = (try? templates.table(of: language)) ?? .builtIn(language)
            tables[language] = table
            return table
        }
    }
}
