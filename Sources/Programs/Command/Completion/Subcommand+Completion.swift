import Configuration

extension Subcommand {
    /// What may stand first: the subcommands and `help`, with what each does.
    static var firstWords: [(name: String, summary: String)] {
        allCases.map { ($0.rawValue, $0.table.summary) } + [("help", "The same as NAME --help.")]
    }

    /// The options that a value follows in whatever subcommand, with their hyphens, in the order of the alphabet.
    static var optionsWithValue: [String] {
        everyOption.options.filter { $0.value != nil }.map { "--\($0.name)" }.sorted()
    }
}

extension Option {
    /// How it can be written.
    var spellings: [String] { (letter.map { ["-\($0)"] } ?? []) + ["--\(name)"] }
}

extension Candidates {
    /// The words, with blanks between; nil where it is not words.
    var list: String? {
        guard case .words(let words) = self else { return nil }
        return words().joined(separator: " ")
    }

    /// Whether it is a file.
    var isFiles: Bool {
        if case .files = self { return true }
        return false
    }
}
