/// The media types that a client accepts: the `Accept` header (RFC 9110, section 12.5.1).
package struct AcceptedTypes {
    private struct Range {
        let type: Substring
        let subtype: Substring
        let quality: Double

        /// Returns the specificity of the match: 0 for none.
        func closeness(to type: Substring, _ subtype: Substring) -> Int {
            if self.type == "*" { return 1 }
            guard self.type == type else { return 0 }
            return self.subtype == "*" ? 2 : self.subtype == subtype ? 3 : 0
        }
    }

    private let ranges: [Range]

    /// Parses the header; a missing or unusable header accepts everything.
    package init(_ header: String?) { ranges = (header ?? "*/*").split(separator: ",").compactMap(Self.range) }

    /// Returns the best of the offered types, the first of equals; nil if none is accepted.
    package func best(of offers: [String]) -> String? {
        guard !ranges.isEmpty else { return offers.first }
        let rated = offers.map { (offer: $0, quality: quality(of: $0)) }
        guard let best = rated.map(\.quality).max(), best > 0 else { return nil }
        return rated.first { $0.quality == best }?.offer
    }

    /// Returns the quality of a type, 0 to 1, from the most specific range.
    private func quality(of offer: String) -> Double {
        let parts = offer.lowercased().split(separator: ";")[0].split(separator: "/")
        guard parts.count == 2 else { return 0 }
        let matching = ranges.map { (closeness: $0.closeness(to: parts[0], parts[1]), quality: $0.quality) }
        guard let best = matching.max(by: { $0.closeness < $1.closeness }), best.closeness > 0 else { return 0 }
        return best.quality
    }

    private static func range(_ text: Substring) -> Range? {
        let parts = text.lowercased().split(separator: ";").map { $0.trimmingSpaces }
        guard let names = parts.first?.split(separator: "/"), names.count == 2 else { return nil }
        let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
        return Range(type: names[0], subtype: names[1], quality: (0...1).contains(quality) ? quality : 0)
    }
}

extension StringProtocol {
    /// The text without surrounding white space.
    package var trimmingSpaces: SubSequence {
        let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        guard let last = lastIndex(where: { !isSpace($0) }), let first = firstIndex(where: { !isSpace($0) }) else {
            return self[endIndex...]
        }
        return self[first...last]
    }
}
