import SQLite

/// The schema of a history, and the configuration of its file.
enum HistorySchema {
    /// Opens the file of a history; an older one can be read without its later tables.
    ///
    /// Page size and vacuum mode take effect only before the first table is created. Pages of 1 KB save a third of the
    /// writes; the log keeps the size that a sealing needs, because growing a file costs more than overwriting it.
    static let opener = DatabaseOpener(
        // "WIMH".
        applicationID: 0x5749_4D48,
        migrations: [
            Migration("points, segments, outlines and areas", sql: points), Migration("place events", sql: placeEvents),
            Migration("late runs and identity", sql: lateRuns), Migration("summaries of tracks", sql: trackParts),
            Migration("imports", sql: imports), Migration("authors of events", sql: eventAuthors),
        ],
        pragmas: """
            PRAGMA page_size = 1024; PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL;
            PRAGMA secure_delete = FAST; PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 4194304;
            PRAGMA wal_autocheckpoint = 1000
            """,
        oldestReadableVersion: 1)

    /// The first tables.
    ///
    /// Keys begin with the time, so that a span is contiguous for all devices. The small columns of a segment precede
    /// its blob, so that reading them does not load the blob's pages.
    private static let points = """
        CREATE TABLE device(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
        CREATE TABLE recent(
            key INTEGER PRIMARY KEY, latitude INTEGER NOT NULL, longitude INTEGER NOT NULL,
            state INTEGER NOT NULL, altitude INTEGER, ellipsoidal_altitude INTEGER, horizontal_accuracy INTEGER,
            vertical_accuracy INTEGER, speed INTEGER, speed_accuracy INTEGER, course INTEGER, course_accuracy INTEGER,
            climb INTEGER, satellites INTEGER) STRICT;
        CREATE TABLE segment(
            id INTEGER PRIMARY KEY, start INTEGER NOT NULL, device INTEGER NOT NULL, stop INTEGER NOT NULL,
            count INTEGER NOT NULL, moving INTEGER NOT NULL, standing INTEGER NOT NULL, blob BLOB NOT NULL,
            UNIQUE(start, device)) STRICT;
        CREATE TABLE outline(
            start INTEGER NOT NULL, device INTEGER NOT NULL, stop INTEGER NOT NULL, blob BLOB NOT NULL,
            PRIMARY KEY(start, device)) STRICT, WITHOUT ROWID;
        CREATE VIRTUAL TABLE area USING rtree(id, south, north, west, east);
        """

    /// Place events; the id orders events of the same moment.
    static let placeEvents = """
        CREATE TABLE occurrence(
            id INTEGER PRIMARY KEY, moment INTEGER NOT NULL, since INTEGER NOT NULL, kind TEXT NOT NULL,
            place TEXT NOT NULL, latitude REAL, longitude REAL, horizontal_accuracy REAL, distance REAL,
            UNIQUE(moment, place, kind)) STRICT;
        """

    /// Who caused an event; NULL if that is not known.
    private static let eventAuthors = "ALTER TABLE occurrence ADD COLUMN author TEXT;"

    /// The late runs, whose numbers are never used again, and the identity of the file.
    private static let lateRuns = """
        CREATE TABLE late_run(
            id INTEGER PRIMARY KEY AUTOINCREMENT, device TEXT NOT NULL, first INTEGER NOT NULL,
            last INTEGER NOT NULL) STRICT;
        CREATE TABLE identity(value TEXT NOT NULL) STRICT;
        INSERT INTO identity(value) VALUES(lower(hex(randomblob(16))));
        """

    /// The summaries of sealed hours, apart from the segments, so that those of a year are read without loading any.
    private static let trackParts = """
        CREATE TABLE track_part(
            start INTEGER NOT NULL, device INTEGER NOT NULL, version INTEGER NOT NULL, blob BLOB NOT NULL,
            PRIMARY KEY(start, device)) STRICT, WITHOUT ROWID;
        """

    /// The imports, the times of the points that each added, and the time of the newest point before a removal.
    private static let imports = """
        CREATE TABLE import(
            id INTEGER PRIMARY KEY AUTOINCREMENT, started INTEGER NOT NULL, file TEXT NOT NULL, files INTEGER NOT NULL,
            format TEXT NOT NULL, points INTEGER NOT NULL) STRICT;
        CREATE TABLE import_hour(
            start INTEGER NOT NULL, device INTEGER NOT NULL, import INTEGER NOT NULL, count INTEGER NOT NULL,
            blob BLOB NOT NULL, PRIMARY KEY(start, device, import)) STRICT, WITHOUT ROWID;
        CREATE TABLE removal(last INTEGER NOT NULL) STRICT;
        """
}

/// A table that a file of an older version lacks, which was opened for reading.
protocol LaterTable {
    /// The schema version that introduced the table.
    static var firstVersion: Int64 { get }

    var connection: Connection { get }
}

extension LaterTable {
    /// Returns true if the file has the table; within a transaction.
    func exists() throws(SQLiteError) -> Bool {
        try connection.integer("PRAGMA user_version") ?? 0 >= Self.firstVersion
    }
}
