public import Location
import SQLite

extension SQLiteHistory {
    /// Adds what has happened at places.
    ///
    /// - Throws: ``HistoryError``.
    public func append(events: [PlaceEvent]) throws -> Int {
        try write {
            guard !connection.hasMoved else { throw HistoryError.moved(path: path) }
            return try events.lazy.compactMap(\.storable).reduce(0) {
                try $0 + (self.placeEvents.insert($1) ? 1 : 0)
            }
        }
    }

    /// Gives what has happened at places.
    ///
    /// - Throws: ``HistoryError``, or what the body throws.
    public func forEachPlaceEvent(
        _ span: TimeSpan, place: String?, _ body: (PlaceEvent) throws -> Void
    ) throws {
        try read {
            guard try placeEvents.exists() else { return }
            let rows = try placeEvents.rows(span, place: place)
            while let row = try rows.next() {
                if let row { try body(row) }
            }
        }
    }

    /// What was recorded last of places, in the order in which it was recorded, whatever the clock said.
    ///
    /// - Parameter count: The most that are wanted.
    /// - Returns: Them; none of a file opened for reading that knows no places yet. A row that is damaged is passed over.
    /// - Throws: ``HistoryError``.
    public func lastPlaceEvents(limit count: Int) throws -> [PlaceEvent] {
        try read {
            guard try placeEvents.exists() else { return [] }
            let rows = try placeEvents.lastRows(limit: count)
            var newestFirst: [PlaceEvent] = []
            while let row = try rows.next() {
                if let row { newestFirst.append(row) }
            }
            return newestFirst.reversed()
        }
    }
}
