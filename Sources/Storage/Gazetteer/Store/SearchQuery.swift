/// What somebody types, as the index of words is asked for it.
struct SearchQuery {
    /// More words than anybody types.
    private static let most = 8

    private let words: [SearchTerm]

    /// Nil where there is no letter or digit in the text.
    init?(_ text: String) {
        let words = text.unicodeScalars.prefix(200).split { !Self.isPart($0) }.compactMap { SearchTerm(String($0)) }
        guard !words.isEmpty else { return nil }
        self.words = Array(words.prefix(Self.most))
    }

    /// The question in the language of FTS5: all of the words, the last one as the beginning of one.
    var matchExpression: String { question(words.last.map { $0.matchExpression("*") }) }

    /// The same for whole words, which are found without collecting all words that begin so.
    var wholeWordExpression: String { question(words.last.map { $0.matchExpression() }) }

    private func question(_ last: String?) -> String {
        (words.dropLast().map { $0.matchExpression() } + [last].compactMap(\.self)).joined(separator: " AND ")
    }

    /// The question with no more of the last word than is indexed; nil where that is all of it.
    ///
    /// Longer beginnings of a common word are slow to look up: all places are collected before the first one is known.
    var indexedPrefixExpression: String? {
        words.last?.prefix(SourceTables.maxPrefixLength).map { question($0.matchExpression("*")) }
    }

    /// Whether a word in a text begins as the last word does, accents apart.
    func hasPrefixMatch(in text: String?) -> Bool {
        guard let text, let last = words.last?.plain.lowercased() else { return false }
        let scalars = LetterFolding.fold(text).lowercased().unicodeScalars
        return scalars.split { !Self.isPart($0) }.contains { String($0).hasPrefix(last) }
    }

    /// Whether the tokenizer takes it for a part of a word (``SourceTables``).
    private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber, .privateUse:
            true
        default: false
        }
    }
}

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
