extension Markdown {
    /// The rows of the table whose heading begins with a text, as the texts of their cells.
    func rows(headed heading: String) -> [[String]] {
        text.split(separator: "\n", omittingEmptySubsequences: false).drop { !$0.hasPrefix(heading) }.dropFirst(2)
            .prefix { $0.hasPrefix("|") }.map { line in
                line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast().map { cell in
                    String(cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
                }
            }
    }

    /// The texts in backticks, without fenced and indented code.
    var code: [String] {
        prose.split(separator: "\n").filter { !$0.hasPrefix("    ") && !$0.hasPrefix("```") }.flatMap {
            Self.code(in: $0)
        }
    }

    /// The texts in backticks of one line or cell.
    static func code(in line: some StringProtocol) -> [String] {
        let parts = line.split(separator: "`", omittingEmptySubsequences: false)
        return parts.indices.filter { $0 % 2 == 1 && $0 < parts.count - 1 }.map { String(parts[$0]) }
    }
}
