import EmbeddedFiles
public import Languages

extension TemplateLibrary {
    /// Returns the text of a language: an administrator's file, completed by the built-in one.
    func table(of language: Language) throws(TemplateError) -> LanguageTable {
        let name = LanguageTable.fileName(of: language)
        guard let source = try source(ofAsset: name), source.file != name else { return .builtIn(language) }
        return try Self.table(of: source, language)
    }

    /// Reads the text of a language, completed by the built-in one.
    static func table(of source: Source, _ language: Language) throws(TemplateError) -> LanguageTable {
        do {
            return try LanguageTable(
                json: Array(source.text.utf8), of: language, completedBy: .builtIn(language))
        } catch {
            let (found, expected) = ("no table of texts", "sections of texts in JSON")
            throw TemplateError(file: source.file, line: 1, column: 1, found: found, expected: expected)
        }
    }
}

extension LanguageTable {
    /// The built-in English texts.
    public static let english = builtIn(.english)

    /// Those that commands print too: one section.
    public static let command = LanguageTable(section: "static", of: builtInBytes(.english), in: .english) ?? english

    static func fileName(of language: Language) -> String { "languages/\(language.tag).json" }

    /// Returns the built-in texts of a language, completed by the English ones.
    static func builtIn(_ language: Language) -> LanguageTable {
        let json = builtInBytes(language)
        let others = language == .english ? nil : english
        // Tests read each file.
        return (try? LanguageTable(json: json, of: language, completedBy: others)) ?? LanguageTable(of: language)
    }

    private static func builtInBytes(_ language: Language) -> [UInt8] {
        Array((TemplateLibrary.builtInFile(fileName(of: language))?.text ?? "{}").utf8)
    }
}
