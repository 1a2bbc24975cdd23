/// A full-text query, parsed from a user's text.
struct SearchQuery {
    private static let maxWords = 8

    private let words: [SearchTerm]

    /// Parses text; nil if it has no letter and no digit.
    init?(_ text: String) {
        let words = text.unicodeScalars.prefix(200).split { !Self.isPart($0) }.compactMap { SearchTerm(String($0)) }
        guard !words.isEmpty else { return nil }
        self.words = Array(words.prefix(Self.maxWords))
    }

    /// The FTS5 expression: all words, the last one as a prefix.
    var matchExpression: String { expression(words.last.map { $0.matchExpression("*") }) }

    /// The FTS5 expression for whole words, which avoids collecting all words with the prefix.
    var wholeWordExpression: String { expression(words.last.map { $0.matchExpression() }) }

    private func expression(_ last: String?) -> String {
        (words.dropLast().map { $0.matchExpression() } + [last].compactMap(\.self)).joined(separator: " AND ")
    }

    /// The expression with the last word cut to the indexed prefix length; nil if it is no longer than that.
    ///
    /// Longer prefixes of a common word are slow: FTS5 collects all matches before it returns the first.
    var indexedPrefixExpression: String? {
        words.last?.prefix(SourceTables.maxPrefixLength).map { expression($0.matchExpression("*")) }
    }

    /// Returns true if a word of the text begins with the last word, ignoring accents and case.
    func hasPrefixMatch(in text: String?) -> Bool {
        guard let text, let last = words.last?.plain.lowercased() else { return false }
        let scalars = LetterFolding.fold(text).lowercased().unicodeScalars
        return scalars.split { !Self.isPart($0) }.contains { String($0).hasPrefix(last) }
    }

    /// Returns true if the tokenizer treats a character as part of a word (``SourceTables``).
    private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber, .privateUse:
            true
        default: false
        }
    }
}

struct SearchTerm {
    /// The folded word, as in the index.
    let plain: String
    /// The word as typed; nil if it equals the folded one.
    ///
    /// A migrated gazetteer has unfolded words in its index (``LetterFoldingMigration``).
    private let typed: String?

    private init(plain: String, typed: String?) {
        self.plain = plain
        self.typed = typed
    }

    /// Creates a term; nil if folding leaves nothing.
    init?(_ text: String) {
        let plain = LetterFolding.fold(text)
        guard !plain.isEmpty else { return nil }
        self.init(plain: plain, typed: plain.utf8.elementsEqual(text.utf8) ? nil : text)
    }

    /// Returns the FTS5 expression that matches the word, as a prefix with `*`: a phrase, or two joined by OR.
    func matchExpression(_ suffix: String = "") -> String {
        let plain = "\"\(plain)\"\(suffix)"
        return typed.map { "(\(plain) OR \"\($0)\"\(suffix))" } ?? plain
    }

    /// Returns the first letters of the word; nil if it has no more than `count`.
    func prefix(_ count: Int) -> SearchTerm? {
        guard plain.unicodeScalars.count > count else { return nil }
        return SearchTerm(plain: Self.prefix(count, of: plain), typed: typed.map { Self.prefix(count, of: $0) })
    }

    private static func prefix(_ count: Int, of text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.prefix(count)))
    }
}
