/// The languages that a client accepts: the `Accept-Language` header (RFC 9110, section 12.5.4).
public struct AcceptedLanguages {
    private struct LanguageRange {
        /// The first part of the tag, in lower case; `*` for any language.
        let language: Substring
        let quality: Double

        /// Reads a language range and its weight, such as `de-AT;q=0.8`; nil without a range.
        init?(_ text: Substring) {
            let parts = text.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            guard let language = parts.first?.split(separator: "-").first else { return nil }
            self.language = language
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }
            let quality = weight.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            self.quality = (0...1).contains(quality) ? quality : 0
        }
    }

    /// The number of ranges that are read; browsers send up to a dozen.
    private static let maxRanges = 100

    private let ranges: [LanguageRange]

    /// Parses the header; a missing or unusable one has none.
    public init(_ header: String?) {
        ranges = (header ?? "").split(separator: ",", maxSplits: Self.maxRanges).prefix(Self.maxRanges)
            .compactMap(LanguageRange.init)
    }

    /// The language with the highest weight, the first of equals; English without any.
    ///
    /// A region does not matter (RFC 4647, section 3.4, lookup): `de-AT` is German.
    public var best: Language {
        var found: (language: Language, quality: Double)?
        for range in ranges where range.quality > found?.quality ?? 0 {
            guard let language = range.language == "*" ? .english : Language(rawValue: String(range.language)) else {
                continue
            }
            found = (language, range.quality)
        }
        return found?.language ?? .english
    }
}
