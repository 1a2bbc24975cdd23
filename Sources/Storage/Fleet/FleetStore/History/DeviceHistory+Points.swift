public import Basics
public import History
import HistoryEncoding
public import Location
import PostgreSQL

extension DeviceHistory {
    /// Iterates over matching points by time.
    ///
    /// - Throws: `PostgresError`, or errors of the body.
    public func forEachPoint(_ query: PointQuery, _ body: (TrackPoint) throws -> Void) throws -> [DamagedSegment] {
        guard matches(query) else { return [] }
        return try read {
            var damaged: [DamagedSegment] = []
            // The device of all points is that of the query.
            let (span, area) = (query.span, query.within)
            func pass(_ point: TrackPoint) throws {
                guard span.contains(point.timestamp), area?.contains(point.coordinate) ?? true, query.admits(point)
                else {
                    return
                }
                try body(point)
            }
            var rows = RecentRows(connection, device: (device, name), span)
            try forEachSegment(query, with: .blob) { row in
                var reader = SegmentPartReader(SegmentPart(row), device: name)
                try forEachPoint(of: &reader, mergedWith: &rows, pass)
                if let damage = reader.damage { damaged.append(damage) }
            }
            while let point = try rows.popFirst() { try pass(point) }
            return damaged
        }
    }

    /// Iterates over the points of a segment and over the rows before its last point, without rows of the same time.
    private func forEachPoint(
        of reader: inout SegmentPartReader, mergedWith rows: inout RecentRows, _ body: (TrackPoint) throws -> Void
    ) throws {
        var due = try rows.first()?.timestamp
        while let point = reader.next() {
            while let time = due, time <= point.timestamp {
                if let row = try rows.popFirst(), time < point.timestamp { try body(row) }
                due = try rows.first()?.timestamp
            }
            try body(point)
        }
    }
}

extension DeviceHistory {
    private static let segment = "SELECT hour, part, first, last, count, blob FROM whereismy.segment"
    /// The segments that are read at once; nearly always the first one is enough.
    private static let neighbourCount = 2

    /// Returns the points before and after a moment.
    ///
    /// - Throws: `PostgresError`.
    public func neighbours(of moment: Timestamp, device: String?) throws -> Neighbours {
        guard matches(PointQuery(device: device)) else { return Neighbours(before: nil, after: nil) }
        return try read {
            var damaged: [DamagedSegment] = []
            let before = try last(upTo: moment, &damaged)
            let after = try first(from: moment, &damaged)
            return Neighbours(before: before, after: after, damaged: damaged)
        }
    }

    private func last(upTo moment: Timestamp, _ damaged: inout [DamagedSegment]) throws -> TrackPoint? {
        let row = try recentPoint("state < 5184 AND time <= $2 ORDER BY time DESC", moment)
        let sql = """
            \(Self.segment) WHERE device = $1 AND hour <= $3 AND (hour, part) < ($4, $5) AND first <= $2
            ORDER BY hour DESC, part DESC LIMIT \(Self.neighbourCount)
            """
        var found: TrackPoint?
        try forEachPart(sql, at: moment, from: (.max, .max)) { part in
            if let row, part.span.last < row.timestamp { return false }
            var reader = SegmentPartReader(part, device: name)
            while let point = reader.next(), point.timestamp <= moment { if point.isTrusted { found = point } }
            if let damage = reader.damage { damaged.append(damage) }
            return found == nil
        }
        guard let row else { return found }
        return found.map { $0.timestamp >= row.timestamp ? $0 : row } ?? row
    }

    private func first(from moment: Timestamp, _ damaged: inout [DamagedSegment]) throws -> TrackPoint? {
        let row = try recentPoint("state < 5184 AND time >= $2 ORDER BY time", moment)
        let sql = """
            \(Self.segment) WHERE device = $1 AND hour >= $3 AND (hour, part) > ($4, $5) AND last >= $2
            ORDER BY hour, part LIMIT \(Self.neighbourCount)
            """
        var found: TrackPoint?
        try forEachPart(sql, at: moment, from: (-1, -1)) { part in
            if let row, part.span.first > row.timestamp { return false }
            var reader = SegmentPartReader(part, device: name)
            while found == nil, let point = reader.next() {
                if point.timestamp >= moment, point.isTrusted { found = point }
            }
            if let damage = reader.damage { damaged.append(damage) }
            return found == nil
        }
        guard let row else { return found }
        return found.map { $0.timestamp <= row.timestamp ? $0 : row } ?? row
    }

    private func recentPoint(_ condition: String, _ moment: Timestamp) throws(PostgresError) -> TrackPoint? {
        let sql = "SELECT time, \(RecentRows.columns) FROM whereismy.recent WHERE device = $1 AND \(condition) LIMIT 1"
        let rows = try connection.query(sql, [.integer(device), .integer(moment.milliseconds)])
        return rows.first.flatMap { RecentRows.point($0, device: name) }
    }

    /// Passes segments until the body returns false.
    private func forEachPart(
        _ sql: String, at moment: Timestamp, from start: (hour: Int32, part: Int16), _ body: (SegmentPart) -> Bool
    ) throws(PostgresError) {
        let hour = Int64(Int32(clamping: Hour(containing: moment).index))
        var place = (hour: Int64(start.hour), part: Int64(start.part))
        while true {
            let rows = try connection.query(
                sql,
                [
                    .integer(device), .integer(moment.milliseconds), .integer(hour), .integer(place.hour),
                    .integer(place.part),
                ])
            for part in rows.lazy.map(SegmentPart.init) {
                guard body(part) else { return }
                place = (part.hour.index, part.number)
            }
            guard rows.count == Self.neighbourCount else { return }
        }
    }
}
