/// A word that somebody types.
struct SearchTerm {
    /// With plain letters, as it is indexed.
    let plain: String
    /// As it was typed, where that is another one.
    ///
    /// A gazetteer that was brought up to date (``LetterFoldingMigration``) has some words so.
    private let typed: String?

    private init(plain: String, typed: String?) {
        self.plain = plain
        self.typed = typed
    }

    /// Nil where nothing is left of it in plain letters.
    init?(_ text: String) {
        let plain = LetterFolding.fold(text)
        guard !plain.isEmpty else { return nil }
        self.init(plain: plain, typed: plain.utf8.elementsEqual(text.utf8) ? nil : text)
    }

    /// The question for it in the language of FTS5.
    ///
    /// - Parameter end: `*` for words that begin so.
    /// - Returns: a phrase, or two of which one is enough.
    func matchExpression(_ end: String = "") -> String {
        let plain = "\"\(plain)\"\(end)"
        return typed.map { "(\(plain) OR \"\($0)\"\(end))" } ?? plain
    }

    /// So many letters of it; nil where it has no more.
    func prefix(_ count: Int) -> SearchTerm? {
        guard plain.unicodeScalars.count > count else { return nil }
        return SearchTerm(plain: Self.beginning(count, of: plain), typed: typed.map { Self.beginning(count, of: $0) })
    }

    private static func beginning(_ count: Int, of text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.prefix(count)))
    }
}
