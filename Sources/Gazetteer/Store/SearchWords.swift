/// What somebody types, as the index of words is asked for it.
struct SearchWords {
    /// More words than anybody types.
    private static let most = 8

    private let words: [String]

    /// Nil where there is no letter or digit in the text.
    init?(_ text: String) {
        let words = FoldedLetters.text(text).unicodeScalars.prefix(200).split { !Self.isPart($0) }
        guard !words.isEmpty else { return nil }
        self.words = words.prefix(Self.most).map { String($0) }
    }

    /// The question in the language of FTS5: all of the words, the last one as the beginning of one.
    var question: String { words.map { "\"\($0)\"" }.joined(separator: " ") + "*" }

    /// The same for whole words, which are found without collecting all words that begin so.
    var wholeWords: String { words.map { "\"\($0)\"" }.joined(separator: " ") }

    /// The question with no more of the last word than is indexed; nil where that is all of it.
    ///
    /// Longer beginnings of a common word are slow to look up: all places are collected before the first one is known.
    var indexedBeginning: String? {
        guard let last = words.last, last.unicodeScalars.count > SourceTables.longestBeginning else { return nil }
        let beginning = String(String.UnicodeScalarView(last.unicodeScalars.prefix(SourceTables.longestBeginning)))
        return (words.dropLast() + [beginning]).map { "\"\($0)\"" }.joined(separator: " ") + "*"
    }

    /// Whether a word in a text begins as the last word does, accents apart.
    func begins(in text: String?) -> Bool {
        guard let text, let last = words.last?.lowercased() else { return false }
        let scalars = FoldedLetters.text(text).lowercased().unicodeScalars
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
