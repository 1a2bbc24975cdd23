/// The names of encodings, which files have in any case.
public enum EncodingName {
    /// The length in bytes of the longest name that is looked up.
    private static let maxLength = 40

    /// Encodings whose name programs use for what contains them, and names that the C library does not have.
    ///
    /// The WHATWG's Encoding Standard, 4.2, has them for pages of the web.
    private static let canonicalNames = [
        "gb2312": "GB18030", "gbk": "GB18030", "x-gbk": "GB18030", "shift_jis": "CP932", "shift-jis": "CP932",
        "sjis": "CP932", "x-sjis": "CP932", "windows-31j": "CP932", "ms_kanji": "CP932", "euc-kr": "UHC",
        "ks_c_5601-1987": "UHC", "korean": "UHC", "x-euc-jp": "EUC-JP", "big5": "BIG5-HKSCS",
        "x-x-big5": "BIG5-HKSCS", "tis-620": "CP874", "ansi": "CP1252", "x-cp1250": "CP1250", "x-cp1251": "CP1251",
        "x-cp1252": "CP1252",
        "iso-10646-ucs-2": "UCS-2", "iso-10646-ucs-4": "UCS-4", "x-mac-roman": "MACINTOSH",
        "x-mac-cyrillic": "MAC-CYRILLIC",
    ]
    /// UTF-8, and what it contains.
    private static let utf8 = ["utf-8", "utf8", "unicode-1-1-utf-8", "us-ascii", "ascii"]

    /// Returns true for UTF-8 and for ASCII, which is the same without other characters.
    public static func isUTF8(_ name: String) -> Bool { utf8.contains(name.lowercased()) }

    /// Returns true for the characters and the length of a name (XML 1.0, 4.3.3, and colons as in `ISO_8859-1:1987`).
    static func isValid(_ name: String) -> Bool {
        (1...maxLength).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                let character = Character(Unicode.Scalar(byte))
                return byte < 0x80 && (character.isLetter || character.isNumber || "._:+-".contains(character))
            }
    }

    /// Returns the name that the C library has.
    static func canonical(_ name: String) -> String { canonicalNames[name.lowercased()] ?? name }
}
