/// A step from one shape of the tables to the next; each database remembers which ones it has gone through.
struct Migration {
    /// What it does, in a few words that never change.
    let name: String
    let sql: String

    /// All of them, in order; what has been released stays as it is, and a change is a new one at the end.
    static let all = [
        Migration(name: "points, segments, outlines and areas", sql: tables),
        Migration(name: "place events", sql: occurrences),
    ]

    /// The first tables.
    ///
    /// Keys begin with the time, so that a span of it lies together whatever device it is of. A segment's small columns
    /// stand before its blob: reading them leaves the pages of the blob alone.
    private static let tables = """
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

    /// What happens at places; the number tells which of one moment came first.
    private static let occurrences = """
        CREATE TABLE occurrence(
            id INTEGER PRIMARY KEY, moment INTEGER NOT NULL, since INTEGER NOT NULL, kind TEXT NOT NULL,
            place TEXT NOT NULL, latitude REAL, longitude REAL, horizontal_accuracy REAL, distance REAL,
            UNIQUE(moment, place, kind)) STRICT;
        """
}
