public import Location
import SQLite

extension SQLiteHistory {
    /// Adds what has happened at places.
    ///
    /// - Throws: ``HistoryError``.
    public func append(occurrences: [PlaceOccurrence]) throws -> Int {
        try writing {
            guard !connection.hasMoved else { throw HistoryError.moved(path: path) }
            return try occurrences.lazy.compactMap(\.stored).reduce(0) {
                try $0 + (self.occurrences.insert($1) ? 1 : 0)
            }
        }
    }

    /// Gives what has happened at places.
    ///
    /// - Throws: ``HistoryError``, or what the body throws.
    public func forEachOccurrence(
        _ span: TimeSpan, place: String?, _ body: (PlaceOccurrence) throws -> Void
    ) throws {
        try reading {
            guard try occurrences.isThere() else { return }
            let rows = try occurrences.rows(span, place: place)
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
    public func lastOccurrences(atMost count: Int) throws -> [PlaceOccurrence] {
        try reading {
            guard try occurrences.isThere() else { return [] }
            let rows = try occurrences.lastRows(atMost: count)
            var newestFirst: [PlaceOccurrence] = []
            while let row = try rows.next() {
                if let row { newestFirst.append(row) }
            }
            return newestFirst.reversed()
        }
    }
}
