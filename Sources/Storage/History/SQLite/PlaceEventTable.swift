import Basics
import Location
import SQLite

/// What has happened at places, a row each.
struct PlaceEventTable {
    private static let columns = "moment, since, kind, place, latitude, longitude, horizontal_accuracy, distance"
    /// The version of the tables that has it first.
    private static let firstVersion: Int64 = 2

    let connection: Connection

    /// Whether the file has it, which one that is open for reading alone may not; asked for within a transaction.
    func exists() throws(SQLiteError) -> Bool {
        try connection.integer("PRAGMA user_version") ?? 0 >= Self.firstVersion
    }

    /// Adds one; answers whether there was none of its moment, place and kind.
    func insert(_ occurrence: PlaceEvent) throws(SQLiteError) -> Bool {
        let insertion = try connection.prepare(
            "INSERT INTO occurrence(\(Self.columns)) VALUES(?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING")
        try insertion.bind(occurrence.moment.milliseconds, at: 1)
        try insertion.bind(occurrence.since.milliseconds, at: 2)
        try insertion.bind(occurrence.kind.rawValue, at: 3)
        try insertion.bind(occurrence.place, at: 4)
        try insertion.bind(occurrence.coordinate?.latitude, at: 5)
        try insertion.bind(occurrence.coordinate?.longitude, at: 6)
        try insertion.bind(occurrence.horizontalAccuracy, at: 7)
        try insertion.bind(occurrence.distance, at: 8)
        try insertion.run()
        return connection.changes > 0
    }

    /// The rows of a span, by moment.
    func rows(_ span: TimeSpan, place: String? = nil) throws(SQLiteError) -> Rows {
        let query = try connection.prepare(
            """
            SELECT \(Self.columns) FROM occurrence WHERE moment BETWEEN ?1 AND ?2
            \(place == nil ? "" : "AND place = ?3") ORDER BY moment, id
            """)
        try query.bind(span.first.milliseconds, at: 1)
        try query.bind(span.last.milliseconds, at: 2)
        if let place { try query.bind(place, at: 3) }
        return Rows(statement: query)
    }

    /// The rows that were added last, the last one first.
    func lastRows(limit count: Int) throws(SQLiteError) -> Rows {
        let query = try connection.prepare("SELECT \(Self.columns) FROM occurrence ORDER BY id DESC LIMIT ?")
        try query.bind(Int64(max(0, count)), at: 1)
        return Rows(statement: query)
    }

    /// How many there are.
    func count() throws(SQLiteError) -> Int {
        Int(clamping: try connection.integer("SELECT count(*) FROM occurrence") ?? 0)
    }

    /// Removes those up to a moment, itself included.
    func delete(upTo last: Timestamp) throws(SQLiteError) {
        let deletion = try connection.prepare("DELETE FROM occurrence WHERE moment <= ?")
        try deletion.bind(last.milliseconds, at: 1)
        try deletion.run()
    }
}

extension PlaceEventTable {
    /// Rows on their way out.
    struct Rows {
        fileprivate let statement: Statement

        /// The next row, nil at the end; an answer of nil for one that is no occurrence, as in a damaged database.
        func next() throws(SQLiteError) -> PlaceEvent?? {
            guard try statement.step() else { return nil }
            return .some(occurrence)
        }

        private var occurrence: PlaceEvent? {
            guard let moment = statement.integer(at: 0), let since = statement.integer(at: 1),
                let kind = statement.text(at: 2).flatMap(PlaceEvent.Kind.init(rawValue:)),
                let place = statement.text(at: 3), !place.isEmpty
            else { return nil }
            return PlaceEvent(
                kind, place: place, moment: Timestamp(milliseconds: moment), since: Timestamp(milliseconds: since),
                coordinate: coordinate, horizontalAccuracy: statement.real(at: 6), distance: statement.real(at: 7)
            ).storable
        }

        private var coordinate: Coordinate? {
            guard let latitude = statement.real(at: 4), let longitude = statement.real(at: 5) else { return nil }
            return Coordinate(latitude: latitude, longitude: longitude)
        }
    }
}
