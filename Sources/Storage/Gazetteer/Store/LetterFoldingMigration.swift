import SQLite

/// Migrates sources that were imported before names were folded: updates sort keys, and adds folded words to the index.
///
/// The text of a contentless index cannot be read back, so the folded names are added beside it; alternative names are
/// still found as they were written (``SearchQuery``).
struct LetterFoldingMigration {
    private let connection: Connection

    init(_ connection: Connection) { self.connection = connection }

    /// Migrates all complete sources; the next import removes incomplete ones.
    func apply() throws {
        let sources = try connection.prepare("SELECT id FROM source WHERE complete")
        var tables: [SourceTables] = []
        while try sources.step() {
            if let id = sources.integer(at: 0) { tables.append(SourceTables(id: id)) }
        }
        for tables in tables {
            try addWords(tables)
            try sort(tables)
        }
    }

    /// An SQL condition for text with non-ASCII characters.
    private static func isForeign(_ text: String) -> String {
        "\(text) GLOB '*[^' || char(1) || '-' || char(127) || ']*'"
    }

    private func addWords(_ tables: SourceTables) throws {
        let columns = "e.name, e.latin, e.code"
        try addWords(
            to: tables.known,
            "SELECT r.rank, \(columns) FROM \(tables.rank) AS r JOIN \(tables.entry) AS e ON e.id = r.id")
        try addWords(
            to: tables.rest, "SELECT e.id, \(columns) FROM \(tables.entry) AS e NOT INDEXED WHERE population IS NULL")
    }

    private func addWords(to index: String, _ selection: String) throws {
        let text = Self.isForeign("name || ifnull(latin, '') || ifnull(code, '')")
        let rows = try connection.prepare("SELECT * FROM (\(selection)) WHERE \(text)")
        let insertion = try connection.prepare("INSERT INTO \(index)(rowid, words) VALUES(?, ?)")
        while try rows.step() {
            let text = (1...3).compactMap { rows.text(at: $0) }.joined(separator: " ")
            let folded = LetterFolding.fold(text)
            guard !folded.utf8.elementsEqual(text.utf8) else { continue }
            try insertion.run(rows.integer(at: 0), folded)
        }
    }

    private func sort(_ tables: SourceTables) throws {
        let name = SourceTables.sortKey
        let rows = try connection.prepare(
            "SELECT id, \(name) FROM \(tables.entry) NOT INDEXED WHERE \(Self.isForeign(name))")
        let update = try connection.prepare("UPDATE \(tables.entry) SET latin = ? WHERE id = ?")
        while try rows.step() {
            guard let key = rows.text(at: 1).flatMap({ LetterFolding.sortKey($0) }) else { continue }
            try update.run(key, rows.integer(at: 0))
        }
    }
}
