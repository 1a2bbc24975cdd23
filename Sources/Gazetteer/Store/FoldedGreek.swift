/// Greek letters without their accents, which SQLite takes away from Latin letters alone.
enum FoldedGreek {
    private static let plain: [Unicode.Scalar: Unicode.Scalar] = [
        "ά": "α", "έ": "ε", "ή": "η", "ί": "ι", "ϊ": "ι", "ΐ": "ι", "ό": "ο", "ύ": "υ", "ϋ": "υ", "ΰ": "υ", "ώ": "ω",
        "Ά": "Α", "Έ": "Ε", "Ή": "Η", "Ί": "Ι", "Ϊ": "Ι", "Ό": "Ο", "Ύ": "Υ", "Ϋ": "Υ", "Ώ": "Ω",
    ]

    /// The text with plain letters in place of accented ones; what is not Greek stays.
    static func text(_ text: String) -> String {
        // The first byte of each of these letters in UTF-8.
        guard text.utf8.contains(where: { $0 == 0xCE || $0 == 0xCF }) else { return text }
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { scalars.append(plain[scalar] ?? scalar) }
        return String(scalars)
    }
}
