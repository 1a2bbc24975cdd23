import Basics
import SQLite

/// The table of imports whose points can be removed again.
struct ImportTable: LaterTable {
    /// The schema version that introduced this table and ``ImportedHourTable``.
    static let firstVersion: Int64 = 5
    /// Imports without remaining points are forgotten beyond this number of newer ones.
    private static let maxEmpty = 1000

    let connection: Connection

    /// Inserts an import without files and points; returns its number.
    func insert(at moment: Timestamp) throws(SQLiteError) -> Int64 {
        try connection.run(
            "INSERT INTO import(started, file, files, format, points) VALUES(?, '', 0, '', 0)", moment.milliseconds)
        let id = connection.lastInsertedRow
        try connection.execute(
            """
            DELETE FROM import WHERE id <= \(id - Int64(Self.maxEmpty)) AND id NOT IN (SELECT import FROM import_hour)
            """)
        return id
    }

    /// Adds a source and its format; the first source gives the import its name.
    func addFile(_ name: String, of id: Int64) throws(SQLiteError) {
        try connection.run(
            "UPDATE import SET file = iif(files = 0, ?1, file), files = files + 1 WHERE id = ?2", name, id)
    }

    /// Adds a format, unless the import has it.
    func addFormat(_ format: String, of id: Int64) throws(SQLiteError) {
        try connection.run(
            """
            UPDATE import SET format = iif(format = '', ?1, format || ', ' || ?1)
            WHERE id = ?2 AND instr(', ' || format || ',', ', ' || ?1 || ',') = 0
            """, format, id)
    }

    /// Adds to the number of points; returns false if there is no such import.
    func addPoints(_ count: Int, of id: Int64) throws(SQLiteError) -> Bool {
        try connection.run("UPDATE import SET points = points + ? WHERE id = ?", Int64(count), id)
        return connection.changes > 0
    }

    /// Returns all imports, or one, in the order of their numbers.
    func all(id: Int64? = nil) throws(SQLiteError) -> [HistoryImport] {
        let query = try connection.prepare(
            """
            SELECT id, started, file, files, format, points, ifnull(remaining, 0) FROM import LEFT JOIN
                (SELECT import, sum(count) AS remaining FROM import_hour GROUP BY import) ON import = id
            \(id == nil ? "" : "WHERE id = ?") ORDER BY id
            """)
        if let id { try query.bind(id, at: 1) }
        var imports: [HistoryImport] = []
        while try query.step() { imports.append(Self.row(query)) }
        return imports
    }

    private static func row(_ row: Statement) -> HistoryImport {
        HistoryImport(
            id: row.integer(at: 0) ?? 0, started: Timestamp(clamping: row.integer(at: 1) ?? 0),
            file: row.text(at: 2) ?? "", fileCount: Int(clamping: row.integer(at: 3) ?? 0),
            format: row.text(at: 4) ?? "", points: Int(clamping: row.integer(at: 5) ?? 0),
            remaining: Int(clamping: row.integer(at: 6) ?? 0))
    }

    /// Deletes an import.
    func delete(_ id: Int64) throws(SQLiteError) {
        try connection.run("DELETE FROM import WHERE id = ?", id)
    }
}
