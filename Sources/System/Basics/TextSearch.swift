/// The search for a text in another, byte by byte.
///
/// The standard library's own functions for it are in its engine for regular expressions, which would add 1.4 MB to each
/// program; `make build` does not import it.
extension StringProtocol {
    /// Returns the range of the first occurrence of a text, which must not be empty; nil if there is none.
    public func range(ofText text: String) -> Range<Index>? {
        let searched = Array(text.utf8)
        guard let first = searched.first else { return nil }
        var rest = utf8[...]
        while let start = rest.firstIndex(of: first) {
            rest = rest[start...]
            if rest.starts(with: searched) { return start..<rest.index(start, offsetBy: searched.count) }
            rest.removeFirst()
        }
        return nil
    }

    /// Returns true if a text occurs in this one.
    public func contains(text: String) -> Bool { range(ofText: text) != nil }

    /// Returns the text with the first occurrences of a text replaced: all of them without a limit.
    public func replacing(text: String, with replacement: String, atMost limit: Int = .max) -> String {
        var result = ""
        var rest = self[...]
        var count = 0
        while count < limit, let range = rest.range(ofText: text) {
            result += rest[..<range.lowerBound] + replacement
            rest = rest[range.upperBound...]
            count += 1
        }
        return result + rest
    }

    /// Returns the parts between the occurrences of a separator, without empty ones.
    public func split(separatorText separator: String) -> [SubSequence] {
        var parts: [SubSequence] = []
        var rest = self[...]
        while let range = rest.range(ofText: separator) {
            parts.append(rest[..<range.lowerBound])
            rest = rest[range.upperBound...]
        }
        return (parts + [rest]).filter { !$0.isEmpty }
    }
}
