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
