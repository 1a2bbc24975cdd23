/// The languages that a client accepts: the `Accept-Language` header (RFC 9110, section 12.5.4).
public struct AcceptedLanguages {
    private struct Wish {
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

    /// The number of wishes that are read; browsers send up to a dozen.
    private static let maxWishes = 100

    private let wishes: [Wish]

    /// Parses the header; a missing or unusable one has no wish.
    public init(_ header: String?) {
        wishes = (header ?? "").split(separator: ",", maxSplits: Self.maxWishes).prefix(Self.maxWishes)
            .compactMap(Wish.init)
    }

    /// The language with the highest weight, the first of equals; English without any.
    ///
    /// A region does not matter (RFC 4647, section 3.4, lookup): `de-AT` is German.
    public var best: Language {
        var found: (language: Language, quality: Double)?
        for wish in wishes where wish.quality > found?.quality ?? 0 {
            guard let language = wish.language == "*" ? .english : Language(rawValue: String(wish.language)) else {
                continue
            }
            found = (language, wish.quality)
        }
        return found?.language ?? .english
    }
}
