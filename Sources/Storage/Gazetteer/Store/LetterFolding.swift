/// Names as those who type them write them, with plain letters.
///
/// Words are indexed and asked for so, and places are put in order by it.
enum LetterFolding {
    /// A text for the index of words, or a question to it: with plain letters, as far as SQLite does not make them such
    /// by itself, as it does where a Latin letter has no more than accents.
    static func fold(_ text: String) -> String {
        mayHaveSome(text.utf8) ? plain(text) : text
    }

    /// What a name is put in order by, in plain and small letters and without the quotation marks that Arabic names have
    /// in Latin ones; nil where it is that already, capitals of ASCII apart.
    static func sortKey(_ name: String) -> String? {
        guard !name.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        let key = plain(name.lowercased().filter { $0 != "‘" && $0 != "’" })
        return key.utf8.elementsEqual(name.utf8) ? nil : key
    }

    private static func plain(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where !isAccent(scalar) {
            if !scalar.isASCII, let letters = LetterFoldingTable[scalar] {
                scalars.append(contentsOf: letters.unicodeScalars)
            } else {
                scalars.append(scalar)
            }
        }
        return String(scalars)
    }

    /// Whether it is an accent by itself, behind the letter that has it.
    private static func isAccent(_ scalar: Unicode.Scalar) -> Bool { (0x300..<0x370).contains(scalar.value) }

    /// Looks at bytes alone, as most of millions of names have none of these letters, though many have accents.
    private static func mayHaveSome(_ bytes: String.UTF8View) -> Bool {
        var lead: UInt8 = 0
        for byte in bytes {
            switch (lead, byte) {
            // Greek, and Latin and spacing letters of which hardly any is left as it is.
            case (_, 0xC6), (_, 0xC9), (_, 0xCA), (_, 0xCB), (_, 0xCE), (_, 0xCF): return true
            case (0xC3, 0x86), (0xC3, 0x90), (0xC3, 0x98), (0xC3, 0x9E...0x9F), (0xC3, 0xA6), (0xC3, 0xB0),
                (0xC3, 0xB8), (0xC3, 0xBE):
                return true
            case (0xC4, 0x90...0x91), (0xC4, 0xA6...0xA7), (0xC4, 0xB0...0xB1), (0xC4, 0xB8), (0xC4, 0xBF): return true
            case (0xC5, 0x80...0x82), (0xC5, 0x89...0x8B), (0xC5, 0x92...0x93), (0xC5, 0xA6...0xA7): return true
            case (0xC7, 0x9D), (0xC7, 0xA2...0xA5), (0xC7, 0xBC...0xBF), (0xC8, 0xBB...0xBC), (0xE1, 0xBA): return true
            case (0xE1, 0xBC...0xBF): return true
            case (0xD0, 0x80...0x81), (0xD0, 0x83), (0xD0, 0x8C...0x8D): return true
            case (0xD1, 0x90...0x91), (0xD1, 0x93), (0xD1, 0x9C...0x9D), (0xD8, 0xA2...0xA5): return true
            default: lead = byte
            }
        }
        return false
    }
}

/// What letters with strokes, hooks and accents are without them, and ligatures taken apart: as those write who do not
/// have them on their keyboard.
enum LetterFoldingTable {
    /// The plain letters of a letter, small for small and for capital ones; nil where it is plain or of a script that
    /// is left as it is.
    static subscript(scalar: Unicode.Scalar) -> String? {
        // Most letters of the world need not be looked up.
        guard scalar.value < 0x700 ? scalar.value >= 0xC0 : (0x1E00..<0x2000).contains(scalar.value) else { return nil }
        return all[scalar]
    }

    private static let all = table.reduce(into: [Unicode.Scalar: String]()) { all, row in
        for letter in row.letters.unicodeScalars {
            all[letter] = row.plain
            let capital = letter.properties.uppercaseMapping.unicodeScalars
            if let first = capital.first, capital.count == 1 { all[first] = row.plain }
        }
    }

    /// By the plain letters: Unicode's canonical decompositions, and for what has none those that ICU's Latin-ASCII uses.
    ///
    /// Capitals whose small form is more than one letter stand by themselves.
    private static let table: [(plain: String, letters: String)] = [
        ("a", "àáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặẚɐ"), ("ae", "æǣǽ"), ("b", "ḃḅḇɓƀƃ"), ("c", "çćĉċčḉƈȼ"),
        ("d", "ďđḋḍḏḑḓðɖɗƌ"), ("e", "èéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệəɛǝɇ"), ("f", "ḟƒ"), ("g", "ĝğġģǧǵḡǥɠɣ"),
        ("h", "ĥħȟḣḥḧḩḫẖ"), ("i", "ìíîïĩīĭįǐȉȋḭḯỉịıɨİ"), ("j", "ĵǰɉ"), ("k", "ķǩḱḳḵƙ"), ("l", "ĺļľŀłḷḹḻḽƚ"),
        ("m", "ḿṁṃ"), ("n", "ñńņňŉŋǹṅṇṉṋɲƞ"), ("o", "òóôõöøōŏőơǒǫǭǿȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợɔɵ"), ("oe", "œ"),
        ("p", "ṕṗƥ"), ("q", "ĸɋ"), ("r", "ŕŗřȑȓṙṛṝṟɍ"), ("s", "śŝşšșṡṣṥṧṩſẛ"), ("ss", "ßẞ"), ("t", "ţťŧțṫṭṯṱẗƭ"),
        ("th", "þ"), ("u", "ùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữựʉ"), ("v", "ṽṿʋ"), ("w", "ŵẁẃẅẇẉẘ"), ("x", "ẋẍ"),
        ("y", "ýÿŷȳẏẙỳỵỷỹƴɏ"), ("z", "źżžẑẓẕƶ"),
        ("α", "άὰᾶἀἁἄἅ"), ("ε", "έὲἐἑἔἕ"), ("η", "ήὴῆἠἡἤἥ"), ("ι", "ίϊΐὶῖἰἱἴἵ"), ("ο", "όὸὀὁὄὅ"), ("υ", "ύϋΰὺῦὐὑὔὕ"),
        ("ω", "ώὼῶὠὡὤὥ"), ("ρ", "ῤῥ"),
        ("е", "ёѐ"), ("и", "ѝ"), ("г", "ѓ"), ("к", "ќ"), ("ا", "آأإ"),
        // The marks of the Hawaiian and of transcriptions, which are letters to Unicode, and which nobody types.
        ("", "ʹʺʻʼʽʾʿˈˊˋ"),
    ]
}
