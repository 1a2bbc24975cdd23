extension OptionTable {
    /// The help: usage, what the program does, and a line an option.
    public var help: String { help(sections: []) }

    /// The help with more sections between the summary and the options.
    ///
    /// - Parameter sections: a title each, and rows of what one types and what that does.
    /// - Returns: lines, each with its end.
    public func help(sections: [(title: String, rows: [(String, String)])]) -> String {
        let all = sections + [(title: "Options", rows: options.map { ($0.column, $0.help) })]
        let width = all.flatMap(\.rows).map(\.0.count).max() ?? 0
        let text = all.map { section in
            "\n\(section.title):\n" + section.rows.map { "  \($0.0.padded(to: width))  \($0.1)\n" }.joined()
        }
        return "Usage: \(usage)\n\(summary)\n" + text.joined()
    }
}

extension Option {
    fileprivate var column: String { (letter.map { "-\($0), " } ?? "    ") + "--" + signature }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, width - count))
    }
}
