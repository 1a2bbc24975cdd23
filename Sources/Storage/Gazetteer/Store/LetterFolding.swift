/// Folds names to the plain letters that people type.
///
/// The full-text index, its queries and the sort order use folded text.
enum LetterFolding {
    /// Folds text for the full-text index or a query, except Latin letters with nothing but accents, which SQLite's
    /// tokenizer folds.
    static func fold(_ text: String) -> String {
        mayNeedFolding(text.utf8) ? plain(text) : text
    }

    /// Returns the sort key of a name: folded, in lower case, without the quotes of romanised Arabic; nil if it equals
    /// the name apart from ASCII case.
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

    private static func isAccent(_ scalar: Unicode.Scalar) -> Bool { (0x300..<0x370).contains(scalar.value) }

    /// Checks bytes alone for speed: most names need no folding, though many have accents.
    private static func mayNeedFolding(_ bytes: String.UTF8View) -> Bool {
        var lead: UInt8 = 0
        for byte in bytes {
            switch (lead, byte) {
            // Greek, and Latin and spacing letters nearly all of which are folded.
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

/// The plain forms of letters with strokes, hooks and accents, and of ligatures, for users without such keys.
enum LetterFoldingTable {
    /// Returns the plain lower-case form of a letter of either case; nil if it is plain, or of a script that is not
    /// folded.
    static subscript(scalar: Unicode.Scalar) -> String? {
        // Skips the table for most of Unicode.
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

    /// Rows by plain form: Unicode's canonical decompositions, else the mappings of ICU's Latin-ASCII.
    ///
    /// Capitals with a lower-case form of several letters have entries of their own.
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
        // Modifier letters of Hawaiian and of transcriptions, which are not typed.
        ("", "ʹʺʻʼʽʾʿˈˊˋ"),
    ]
}
