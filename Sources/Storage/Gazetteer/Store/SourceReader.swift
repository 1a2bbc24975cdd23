import Basics
import Location
import SQLite

/// A complete source, with its prepared statements, which are compiled on first use.
final class SourceReader {
    let id: Int64
    let source: GazetteerSource

    private let connection: Connection
    private var statements: [String: Statement] = [:]

    private init(id: Int64, source: GazetteerSource, _ connection: Connection) {
        self.id = id
        self.source = source
        self.connection = connection
    }

    var tables: SourceTables { SourceTables(id: id) }

    /// Returns the complete sources, sorted by name.
    static func all(_ connection: Connection) throws -> [SourceReader] {
        let query = try connection.prepare(
            "SELECT id, name, kind, file, rows, skipped, imported FROM source WHERE complete ORDER BY name")
        var readers: [SourceReader] = []
        while try query.step() {
            guard let id = query.integer(at: 0), let source = source(in: query) else { continue }
            readers.append(SourceReader(id: id, source: source, connection))
        }
        return readers
    }

    /// Returns a reset statement; the bindings of its last use remain.
    func statement(_ sql: String) throws(SQLiteError) -> Statement {
        if let known = statements[sql] {
            known.reset()
            return known
        }
        let compiled = try connection.prepare(sql)
        statements[sql] = compiled
        return compiled
    }

    /// The columns that ``entry(in:)`` reads, and their number.
    static let columns = "e.name, e.region, e.country, e.code, e.latitude, e.longitude, e.population, e.id"
    static let columnCount = 8

    /// Returns the entry in the current row; nil if the database is damaged.
    func entry(in row: Statement) -> GazetteerEntry? {
        guard let name = row.text(at: 0), let coordinate = coordinate(in: row) else { return nil }
        return GazetteerEntry(
            name: name, region: row.text(at: 1), country: row.text(at: 2), code: row.text(at: 3),
            coordinate: coordinate, population: row.integer(at: 6), source: source.name)
    }

    func coordinate(in row: Statement) -> Coordinate? {
        Coordinate(optionalLatitude: row.real(at: 4), longitude: row.real(at: 5))
    }

    private static func source(in row: Statement) -> GazetteerSource? {
        guard let name = row.text(at: 1), let format = row.text(at: 2).flatMap({ GazetteerFormat(rawValue: $0) }),
            let file = row.text(at: 3), let rows = row.integer(at: 4), let skipped = row.integer(at: 5),
            let imported = row.integer(at: 6).flatMap({ Timestamp(storable: $0) })
        else { return nil }
        return GazetteerSource(
            name: name, format: format, file: file, rows: rows, skipped: skipped, imported: imported)
    }
}
