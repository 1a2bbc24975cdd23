import SQLite

/// A step from one shape of the tables to the next; each database remembers which ones it has gone through.
struct GazetteerMigration: Sendable {
    /// What it does, in a few words that never change.
    let name: String
    let apply: @Sendable (Connection) throws -> Void

    /// All of them, in order; what has been released stays as it is, and a change is a new one at the end.
    static let all = [
        GazetteerMigration(name: "sources") { try $0.execute(sources) },
        GazetteerMigration(name: "plain letters") { try LetterFoldingMigration($0).apply() },
    ]

    /// The list of sources; each has tables of its own (``SourceTables``), under a number that is never given again.
    ///
    /// A source that is not complete is one that is being brought in or taken away: nobody reads it.
    private static let sources = """
        CREATE TABLE source(
            id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, kind TEXT NOT NULL, file TEXT NOT NULL,
            rows INTEGER NOT NULL DEFAULT 0, skipped INTEGER NOT NULL DEFAULT 0, imported INTEGER NOT NULL,
            complete INTEGER NOT NULL DEFAULT 0) STRICT;
        CREATE UNIQUE INDEX complete_source ON source(name) WHERE complete;
        """
}
