import Basics
public import History
public import Location
import PostgreSQL

extension DeviceHistory {
    private static let pageSize = 1000
    private static let events = """
        SELECT time, id, since, kind, place, latitude, longitude, horizontal_accuracy, distance,
            author FROM whereismy.event
        WHERE device = $1 AND (time, id) > ($2, $3) AND time <= $4 AND ($5::text IS NULL OR place = $5)
            AND kind NOT IN ('silent', 'back')
        ORDER BY time, id LIMIT \(pageSize)
        """

    /// Iterates over place events by moment.
    ///
    /// - Throws: `PostgresError`, or errors of the body.
    public func forEachPlaceEvent(
        _ span: TimeSpan, place: String?, _ body: (PlaceEvent) throws -> Void
    ) throws {
        try read {
            var start = (time: span.first.milliseconds, id: Int64(-1))
            while true {
                let rows = try connection.query(
                    Self.events,
                    [
                        .integer(device), .integer(start.time), .integer(start.id), .integer(span.last.milliseconds),
                        PostgresValue(place),
                    ])
                for row in rows { if let event = PlaceEvent(row) { try body(event) } }
                guard rows.count == Self.pageSize, let last = rows.last else { return }
                start = (last.integer(at: 0) ?? .max, last.integer(at: 1) ?? .max)
            }
        }
    }
}

extension PlaceEvent {
    /// Reads a row; nil if it is none of a place or the anchor.
    fileprivate init?(_ row: PostgresRow) {
        guard let time = row.integer(at: 0), let since = row.integer(at: 2),
            let kind = row.text(at: 3).flatMap(Kind.init(rawValue:)), let place = row.text(at: 4), !place.isEmpty
        else { return nil }
        var event = PlaceEvent(
            kind, place: place, moment: Timestamp(milliseconds: time), since: Timestamp(milliseconds: since),
            coordinate: Coordinate(optionalLatitude: row.real(at: 5), longitude: row.real(at: 6)),
            horizontalAccuracy: row.real(at: 7), distance: row.real(at: 8))
        event.by = row.text(at: 9)
        guard let event = event.storable else { return nil }
        self = event
    }
}
