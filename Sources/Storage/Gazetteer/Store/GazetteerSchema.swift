import SQLite

/// The schema of a gazetteer, and the configuration of its file.
enum GazetteerSchema {
    /// Opens the file of a gazetteer.
    ///
    /// Page size takes effect only before the first table is created. A power cut loses at most a source that can be
    /// imported again, so commits need not reach the disk (`synchronous = NORMAL`); the database stays consistent.
    static let opener = DatabaseOpener(
        // "WIMG".
        applicationID: 0x5749_4D47,
        migrations: [
            Migration("sources", sql: sources), Migration("plain letters") { try LetterFoldingMigration($0).apply() },
        ],
        pragmas: """
            PRAGMA page_size = 4096; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
            PRAGMA journal_size_limit = 4194304
            """,
        oldestReadableVersion: 2, isForDirectoryOwner: true)

    /// The list of sources, each with its own tables (``SourceTables``) under a number that is never reused.
    ///
    /// An incomplete source is being imported or removed, and is never read.
    private static let sources = """
        CREATE TABLE source(
            id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, kind TEXT NOT NULL, file TEXT NOT NULL,
            rows INTEGER NOT NULL DEFAULT 0, skipped INTEGER NOT NULL DEFAULT 0, imported INTEGER NOT NULL,
            complete INTEGER NOT NULL DEFAULT 0) STRICT;
        CREATE UNIQUE INDEX complete_source ON source(name) WHERE complete;
        """
}
