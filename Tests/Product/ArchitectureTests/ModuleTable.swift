/// The table of modules in `docs/design.md`.
struct ModuleTable {
    struct Row: Equatable {
        let imports: Set<String>
        let mayBeUnsafe: Bool
    }

    let rows: [String: Row]

    /// Reads the table whose heading begins with `| module | imports | unsafe |`.
    init(markdown: String) {
        let lines = markdown.split(separator: "\n", omittingEmptySubsequences: false)
        let table = lines.drop { !$0.hasPrefix("| module | imports | unsafe |") }.dropFirst(2).prefix {
            $0.hasPrefix("|")
        }
        rows = Dictionary(table.flatMap(Self.rows)) { first, _ in first }
    }

    /// Returns a module and all that it imports, directly or by others.
    func closure(of module: String) -> Set<String> {
        var (found, rest): (Set<String>, [String]) = ([module], [module])
        while let next = rest.popLast() {
            rest += (rows[next]?.imports ?? []).filter { found.insert($0).inserted }
        }
        return found
    }

    /// The rows of a line, which may name several modules.
    private static func rows(_ line: Substring) -> [(String, Row)] {
        let cells = line.split(separator: "|", omittingEmptySubsequences: false).map(words)
        guard cells.count >= 5 else { return [] }
        return cells[1].map { ($0, Row(imports: Set(cells[2]), mayBeUnsafe: cells[3] == ["yes"])) }
    }

    private static func words(_ cell: Substring) -> [String] {
        cell.split { $0 == " " || $0 == "," || $0 == "`" }.map(String.init)
    }
}
