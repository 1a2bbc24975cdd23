import Basics
import Location
import SQLite

/// The table of place events.
struct PlaceEventTable: LaterTable {
    private static let columns = "moment, since, kind, place, latitude, longitude, horizontal_accuracy, distance"
    /// The schema version that introduced it.
    static let firstVersion: Int64 = 2
    /// The schema version that added the author.
    private static let authorVersion: Int64 = 6

    let connection: Connection

    /// The columns to read, with NULL for those that an older file lacks.
    private func selection() throws(SQLiteError) -> String {
        let version = try connection.integer("PRAGMA user_version") ?? 0
        return "\(Self.columns), \(version < Self.authorVersion ? "NULL" : "author")"
    }

    /// Inserts an event; returns false if its moment, place and kind exist already.
    func insert(_ event: PlaceEvent) throws(SQLiteError) -> Bool {
        try connection.run(
            "INSERT INTO occurrence(\(Self.columns), author) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            event.moment.milliseconds, event.since.milliseconds, event.kind.rawValue, event.place,
            event.coordinate?.latitude, event.coordinate?.longitude, event.horizontalAccuracy, event.distance, event.by)
        return connection.changes > 0
    }

    /// Returns the rows of a span, by moment.
    func rows(_ span: TimeSpan, place: String? = nil) throws(SQLiteError) -> Rows {
        let query = try connection.prepare(
            """
            SELECT \(try selection()) FROM occurrence WHERE moment BETWEEN ?1 AND ?2
            \(place == nil ? "" : "AND place = ?3") ORDER BY moment, id
            """, span.first.milliseconds, span.last.milliseconds)
        if let place { try query.bind(place, at: 3) }
        return Rows(statement: query)
    }

    /// Returns the rows that were inserted last, the newest first.
    func lastRows(limit count: Int) throws(SQLiteError) -> Rows {
        let query = try connection.prepare(
            "SELECT \(try selection()) FROM occurrence ORDER BY id DESC LIMIT ?", Int64(max(0, count)))
        return Rows(statement: query)
    }

    /// Returns the number of rows.
    func count() throws(SQLiteError) -> Int {
        Int(clamping: try connection.integer("SELECT count(*) FROM occurrence") ?? 0)
    }

    /// Deletes the events of a span.
    func delete(_ span: TimeSpan) throws(SQLiteError) {
        try connection.run(
            "DELETE FROM occurrence WHERE moment BETWEEN ? AND ?", span.first.milliseconds, span.last.milliseconds)
    }
}

extension PlaceEventTable {
    /// A cursor over rows.
    struct Rows {
        fileprivate let statement: Statement

        /// Returns the next row; nil at the end, `.some(nil)` for a damaged row.
        func next() throws(SQLiteError) -> PlaceEvent?? {
            guard try statement.step() else { return nil }
            return .some(event)
        }

        private var event: PlaceEvent? {
            guard let moment = statement.integer(at: 0), let since = statement.integer(at: 1),
                let kind = statement.text(at: 2).flatMap(PlaceEvent.Kind.init(rawValue:)),
                let place = statement.text(at: 3), !place.isEmpty
            else { return nil }
            var event = PlaceEvent(
                kind, place: place, moment: Timestamp(milliseconds: moment), since: Timestamp(milliseconds: since),
                coordinate: Coordinate(optionalLatitude: statement.real(at: 4), longitude: statement.real(at: 5)),
                horizontalAccuracy: statement.real(at: 6), distance: statement.real(at: 7)
            ).storable
            event?.by = statement.text(at: 8)
            return event
        }
    }
}
