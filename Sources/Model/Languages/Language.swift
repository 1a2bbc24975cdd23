/// A language of the pages.
public enum Language: String, CaseIterable, Sendable {
    case english = "en"
    case german = "de"
    case french = "fr"
    case spanish = "es"
    case italian = "it"
    case dutch = "nl"
    /// As Brazil writes it, which CLDR means by `pt`.
    case portuguese = "pt"
    case polish = "pl"
    case swedish = "sv"
    case japanese = "ja"

    /// The tag of BCP 47, which also names the file of the language.
    public var tag: String { rawValue }

    /// The mark before the decimals (CLDR 44, `decimal` of the numbering system `latn`).
    public var decimalSeparator: Character { self == .english || self == .japanese ? "." : "," }
}
