import Basics
import Location
import SQLite

/// A source that can be read, and the statements that read it, each compiled when it is first wanted.
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

    /// The complete ones, sorted by their names.
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

    /// A statement that stands before its first row; parameters of its last use are still bound.
    func statement(_ sql: String) throws(SQLiteError) -> Statement {
        if let known = statements[sql] {
            known.reset()
            return known
        }
        let compiled = try connection.prepare(sql)
        statements[sql] = compiled
        return compiled
    }

    /// The columns that ``entry(in:)`` reads, and how many they are.
    static let columns = "e.name, e.region, e.country, e.code, e.latitude, e.longitude, e.population, e.id"
    static let columnCount = 8

    /// The entry in the row that a statement has gone to; nil where the database is damaged.
    func entry(in row: Statement) -> GazetteerEntry? {
        guard let name = row.text(at: 0), let coordinate = coordinate(in: row) else { return nil }
        return GazetteerEntry(
            name: name, region: row.text(at: 1), country: row.text(at: 2), code: row.text(at: 3),
            coordinate: coordinate, population: row.integer(at: 6), source: source.name)
    }

    /// Where it is.
    func coordinate(in row: Statement) -> Coordinate? {
        guard let latitude = row.real(at: 4), let longitude = row.real(at: 5) else { return nil }
        return Coordinate(latitude: latitude, longitude: longitude)
    }

    private static func source(in row: Statement) -> GazetteerSource? {
        guard let name = row.text(at: 1), let kind = row.text(at: 2).flatMap({ GazetteerFormat(rawValue: $0) }),
            let file = row.text(at: 3), let rows = row.integer(at: 4), let skipped = row.integer(at: 5),
            let imported = row.integer(at: 6)
        else { return nil }
        return GazetteerSource(
            name: name, format: kind, file: file, rows: rows, skipped: skipped,
            imported: Timestamp(milliseconds: imported))
    }
}
