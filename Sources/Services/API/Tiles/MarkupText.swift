/// The words of a piece of HTML: maps name their makers in links.
enum MarkupText {
    private static let entities = [
        "&copy;": "©", "&#169;": "©", "&lt;": "<", "&gt;": ">", "&quot;": "\"", "&#39;": "'", "&nbsp;": " ",
        "&amp;": "&",
    ]

    /// The text without tags, with the commonest entities as what they stand for.
    ///
    /// The result is text and no HTML: whoever shows it as HTML has to escape it.
    static func plain(_ markup: String) -> String {
        var text = ""
        var rest = markup[...]
        while let character = rest.first {
            if character == "<", let end = rest.firstIndex(of: ">") {
                rest = rest[end...].dropFirst()
            } else if character == "&", let entity = entities.first(where: { rest.hasPrefix($0.key) }) {
                text += entity.value
                rest = rest.dropFirst(entity.key.count)
            } else {
                text.append(character)
                rest = rest.dropFirst()
            }
        }
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
