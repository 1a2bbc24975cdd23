import Basics
import Location
import SQLite

/// Writes a source into hidden tables, and then replaces the source of the same name.
///
/// Rows are committed in chunks, which bounds the log; the next import removes what an interrupted one left.
final class SourceWriter {
    /// The number of rows in a transaction.
    private static let chunkSize = 100_000

    private let connection: Connection
    private let tables: SourceTables
    private let entry: Statement
    private let point: Statement
    private let rest: Statement
    private let known: Statement
    private(set) var rows: Int64 = 0

    /// Creates an incomplete source and its tables.
    init(_ connection: Connection, name: String, format: GazetteerFormat, file: String, at moment: Timestamp) throws {
        self.connection = connection
        try Self.removeIncomplete(connection)
        tables = try connection.transaction {
            try connection.run(
                "INSERT INTO source(name, kind, file, imported) VALUES(?, ?, ?, ?)",
                name, format.rawValue, file, moment.milliseconds)
            let tables = SourceTables(id: connection.lastInsertedRow)
            try connection.execute(tables.createSQL)
            return tables
        }
        try Self.prepareScratch(connection)
        entry = try connection.prepare("INSERT INTO \(tables.entry) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)")
        point = try connection.prepare("INSERT INTO temp.point VALUES(?, ?, ?, ?)")
        rest = try connection.prepare("INSERT INTO \(tables.rest)(rowid, words) VALUES(?, ?)")
        known = try connection.prepare("INSERT INTO temp.known VALUES(?, ?, ?)")
        // FTS5 collects more bytes of words before it writes a segment, so that there are fewer to merge.
        for index in [tables.known, tables.rest] {
            try connection.execute("INSERT INTO \(index)(\(index), rank) VALUES('hashsize', 16777216)")
        }
        try connection.execute("BEGIN IMMEDIATE")
    }

    func add(_ row: GazetteerRow) throws(SQLiteError) {
        rows += 1
        try insert(row)
        let (latitude, longitude) = (row.coordinate.latitude, row.coordinate.longitude)
        try point.run(HilbertCurve.index(row.coordinate), rows, latitude, longitude)
        if let population = row.population {
            try known.run(rows, row.searchText, population)
        } else {
            try rest.run(rows, row.searchText)
        }
        if rows % Int64(Self.chunkSize) == 0 { try connection.execute("COMMIT; BEGIN IMMEDIATE") }
    }

    /// Creates the indexes, and replaces the source of the same name.
    func finish(skipped: Int64, name: String) throws {
        try commitChunk { try rank() }
        try commitChunk { try pack() }
        try commitChunk {
            for index in [tables.known, tables.rest] {
                try connection.execute("INSERT INTO \(index)(\(index)) VALUES('optimize')")
            }
        }
        try connection.execute("\(tables.createIndexesSQL) COMMIT; DROP TABLE temp.point; DROP TABLE temp.known")
        try replace(name, skipped: skipped)
        try Self.removeIncomplete(connection)
    }

    /// Cancels the import and removes its tables.
    func cancel() {
        if connection.isInTransaction { try? connection.execute("ROLLBACK") }
        try? Self.removeIncomplete(connection)
    }

    private func insert(_ row: GazetteerRow) throws(SQLiteError) {
        try entry.run(
            rows, row.name, row.sortKey, row.region, row.country, row.code, row.coordinate.latitude,
            row.coordinate.longitude, row.population)
    }

    /// Indexes populated places in descending order: FTS5 returns the first rows without looking at the others.
    private func rank() throws(SQLiteError) {
        let ordered = try connection.prepare("SELECT id, words FROM temp.known ORDER BY population DESC, id")
        let insertion = try connection.prepare("INSERT INTO \(tables.known)(rowid, words) VALUES(?, ?)")
        let rank = try connection.prepare("INSERT INTO \(tables.rank) VALUES(?, ?)")
        var last: Int64 = 0
        while try ordered.step() {
            last += 1
            try insertion.run(last, ordered.text(at: 1))
            try rank.run(last, ordered.integer(at: 0))
        }
    }

    private func pack() throws(SQLiteError) {
        let packer = try TreePacker(connection, table: tables.near)
        let ordered = try connection.prepare("SELECT id, latitude, longitude FROM temp.point ORDER BY key")
        while try ordered.step() {
            guard let id = ordered.integer(at: 0), let latitude = ordered.real(at: 1),
                let longitude = ordered.real(at: 2)
            else { continue }
            let place = Coordinate(clampingLatitude: latitude, longitude: longitude)
            try packer.add(TreeCell(id, SurfaceNormal(place)))
        }
        try packer.finish()
    }

    private func commitChunk(_ body: () throws -> Void) throws {
        try body()
        try connection.execute("COMMIT; BEGIN IMMEDIATE")
    }

    /// Replaces in a single transaction, so that readers see the old source or the new one.
    private func replace(_ name: String, skipped: Int64) throws {
        try connection.transaction {
            try SourceWriter.retire(connection, name)
            try connection.run(
                "UPDATE source SET complete = 1, rows = ?, skipped = ? WHERE id = ?", rows, skipped, tables.id)
        }
    }
}

extension SourceWriter {
    /// Marks a source as incomplete, which hides it from readers; returns false if it does not exist.
    @discardableResult
    static func retire(_ connection: Connection, _ name: String) throws(SQLiteError) -> Bool {
        try connection.run("UPDATE source SET complete = 0 WHERE name = ? AND complete", name)
        return connection.changes > 0
    }

    /// Removes incomplete sources, each in its own transaction, because each may be large.
    static func removeIncomplete(_ connection: Connection) throws {
        while let id = try connection.integer("SELECT id FROM source WHERE NOT complete LIMIT 1") {
            try connection.transaction {
                try connection.execute("\(SourceTables(id: id).dropSQL) DELETE FROM source WHERE id = \(id)")
            }
        }
    }

    /// Creates the temporary tables that are sorted; sorting uses the cache, and temporary files beyond it.
    private static func prepareScratch(_ connection: Connection) throws(SQLiteError) {
        try connection.execute(
            """
            PRAGMA temp_store = FILE; PRAGMA cache_size = -32768; PRAGMA temp.cache_size = -8192;
            DROP TABLE IF EXISTS temp.point; DROP TABLE IF EXISTS temp.known;
            CREATE TABLE temp.point(key INTEGER, id INTEGER, latitude REAL, longitude REAL);
            CREATE TABLE temp.known(id INTEGER PRIMARY KEY, words TEXT, population INTEGER);
            """)
    }
}
