public import Location
import SQLite

extension SQLiteHistory {
    /// Adds place events.
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

    /// Iterates over place events.
    ///
    /// - Throws: ``HistoryError``, or errors of the body.
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

    /// Returns the place events that were recorded last, in order of recording, regardless of their times.
    ///
    /// - Parameter limit: The maximum number of events.
    /// - Returns: The events without damaged rows; none if the file is opened for reading and has no table for them.
    /// - Throws: ``HistoryError``.
    public func lastPlaceEvents(limit: Int) throws -> [PlaceEvent] {
        try read {
            guard try placeEvents.exists() else { return [] }
            let rows = try placeEvents.lastRows(limit: limit)
            var newestFirst: [PlaceEvent] = []
            while let row = try rows.next() {
                if let row { newestFirst.append(row) }
            }
            return newestFirst.reversed()
        }
    }
}
