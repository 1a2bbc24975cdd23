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

    /// Those that commands print too: one section, since reading all takes longer than the rest of a command.
    public static let command = section("static") ?? english

    /// Returns a section of the built-in English texts, whose file has a line for its begin and one for its end.
    private static func section(_ name: String) -> LanguageTable? {
        let json = Array((TemplateLibrary.builtInFile(fileName(of: .english))?.text ?? "").utf8)
        let lines = json.split(separator: UInt8(ascii: "\n"))
        let begin = Array("  \"\(name)\": {".utf8)
        guard let start = lines.firstIndex(where: { $0.elementsEqual(begin) }),
            let end = lines[start...].firstIndex(where: { $0.starts(with: Array("  }".utf8)) })
        else { return nil }
        let texts = [UInt8(ascii: "{")] + lines[(start + 1)..<end].joined() + [UInt8(ascii: "}")]
        return try? LanguageTable(section: name, json: texts, of: .english)
    }

    static func fileName(of language: Language) -> String { "languages/\(language.tag).json" }

    /// Returns the built-in texts of a language, completed by the English ones.
    static func builtIn(_ language: Language) -> LanguageTable {
        let json = Array((TemplateLibrary.builtInFile(fileName(of: language))?.text ?? "{}").utf8)
        let others = language == .english ? nil : english
        // Tests read each file.
        return (try? LanguageTable(json: json, of: language, completedBy: others)) ?? LanguageTable(of: language)
    }
}
