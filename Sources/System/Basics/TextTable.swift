/// Formats text in columns.
public enum TextTable {
    /// Returns the rows, a line each, without control characters.
    public static func text(_ rows: [[String]]) -> String {
        let cells = rows.map { $0.map { PrintableText.sanitized($0) } }
        let columns = cells.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in cells.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
        return cells.map { line($0, widths) }.joined()
    }

    private static func line(_ cells: [String], _ widths: [Int]) -> String {
        let padded = zip(cells, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
        let text = padded.joined(separator: "  ")
        return text[..<(text.lastIndex { $0 != " " }.map { text.index(after: $0) } ?? text.startIndex)] + "\n"
    }
}
