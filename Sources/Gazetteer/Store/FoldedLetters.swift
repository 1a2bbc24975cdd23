/// Plain letters in place of those that SQLite leaves as they are: it takes accents away from Latin letters alone, and
/// no strokes and ligatures.
enum FoldedLetters {
    private static let plain: [Unicode.Scalar: String] = [
        "ά": "α", "έ": "ε", "ή": "η", "ί": "ι", "ϊ": "ι", "ΐ": "ι", "ό": "ο", "ύ": "υ", "ϋ": "υ", "ΰ": "υ", "ώ": "ω",
        "Ά": "Α", "Έ": "Ε", "Ή": "Η", "Ί": "Ι", "Ϊ": "Ι", "Ό": "Ο", "Ύ": "Υ", "Ϋ": "Υ", "Ώ": "Ω",
        "ø": "o", "ǿ": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ß": "ss", "æ": "ae", "ǽ": "ae", "œ": "oe",
        "ı": "i",
        "Ø": "O", "Ǿ": "O", "Ł": "L", "Đ": "D", "Ð": "D", "Þ": "TH", "ẞ": "SS", "Æ": "AE", "Ǽ": "AE", "Œ": "OE",
        "İ": "I",
    ]

    /// The text with plain letters; what has none stays.
    static func text(_ text: String) -> String {
        guard mayHaveSome(text.utf8) else { return text }
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            guard !scalar.isASCII, let letters = plain[scalar] else {
                scalars.append(scalar)
                continue
            }
            scalars.append(contentsOf: letters.unicodeScalars)
        }
        return String(scalars)
    }

    /// Looks at bytes alone, as most of millions of names have none of these letters, though many have accents.
    private static func mayHaveSome(_ bytes: String.UTF8View) -> Bool {
        var lead: UInt8 = 0
        for byte in bytes {
            switch (lead, byte) {
            case (_, 0xCE), (_, 0xCF): return true
            case (0xC3, 0x86), (0xC3, 0x90), (0xC3, 0x98), (0xC3, 0x9E...0x9F), (0xC3, 0xA6), (0xC3, 0xB0),
                (0xC3, 0xB8), (0xC3, 0xBE):
                return true
            case (0xC4, 0x90...0x91), (0xC4, 0xB0...0xB1), (0xC5, 0x81...0x82), (0xC5, 0x92...0x93): return true
            case (0xC7, 0xBC...0xBF), (0xE1, 0xBA): return true
            default: lead = byte
            }
        }
        return false
    }
}
