import SQLite

/// A file that somebody else may have made: what it has in place of our tables could run for ever.
enum ForeignSchema {
    /// Whatever is no plain table, by the text that SQLite reads, since the other columns may lie; `area` is ours.
    private static let others = """
        SELECT count(*) FROM sqlite_schema WHERE NOT (sql IS NULL OR sql GLOB 'CREATE TABLE *' AND rootpage > 0
            OR sql GLOB 'CREATE INDEX *' OR sql GLOB 'CREATE VIRTUAL TABLE area USING rtree(*')
        """
    private static let generated = """
        SELECT count(*) FROM sqlite_schema s, pragma_table_xinfo(s.name) WHERE s.type = 'table' AND hidden > 1
        """
    /// The thousands of steps for any file, and the bytes for a thousand more; pages that lead to each other never end.
    ///
    /// A row has no fewer than ten bytes, and takes no more than a hundred steps.
    private static let (minWork, bytesPerUnit) = (20_000, 50)

    /// Refuses a file with views, virtual tables or generated columns, and limits the work to what its size explains.
    ///
    /// - Throws: `SQLiteError`.
    static func check(_ connection: Connection) throws {
        connection.limitWork(to: minWork, within: .seconds(60))
        for query in [others, generated] where try connection.integer(query) != 0 {
            throw SQLiteError(
                extendedCode: 1, message: "refused: it has other tables than a history", sql: "schema")
        }
        let pages = try connection.integer("PRAGMA page_count") ?? 0
        let bytes = try pages * (connection.integer("PRAGMA page_size") ?? 0)
        connection.limitWork(to: minWork + Int(bytes) / bytesPerUnit, within: .seconds(86_400))
    }
}
