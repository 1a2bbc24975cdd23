/// Texts broken between words, so that they stand in a column of their own.
enum WrappedText {
    /// Fewer characters are no column.
    private static let minWidth = 30

    /// The texts below each other, with line ends and spaces where rows end.
    ///
    /// - Parameters:
    ///   - parts: one line each.
    ///   - columns: characters in a row; nil for a row without end.
    ///   - indent: characters before the column.
    /// - Returns: the text, its first row without the indent; all on one row where there is no room.
    static func text(_ parts: [String], columns: Int?, indent: Int) -> String {
        guard let columns, columns - indent >= minWidth else { return parts.joined(separator: "; ") }
        let rows = parts.flatMap { Self.rows($0, width: columns - indent) }
        return rows.joined(separator: "\n" + String(repeating: " ", count: indent))
    }

    private static func rows(_ text: String, width: Int) -> [String] {
        text.split(separator: " ").reduce(into: []) { rows, word in
            if let last = rows.last, last.count + 1 + word.count <= width {
                rows[rows.count - 1] = "\(last) \(word)"
            } else {
                rows.append(String(word))
            }
        }
    }
}
