public import History
import HistoryEncoding
import Location
import PostgreSQL

extension DeviceHistory {
    /// Iterates over the simplified lines of a span, by start.
    ///
    /// - Throws: `PostgresError`, or errors of the body.
    public func forEachOutline(
        _ query: PointQuery, _ body: (DeviceOutline) throws -> Void
    ) throws -> [DamagedSegment] {
        guard matches(query) else { return [] }
        return try read {
            var damaged: [DamagedSegment] = []
            var waiting = HourGroups(try unsealedPoints(query)).groups.map(DeviceOutline.init)[...]
            try forEachSegment(query, with: .outline) { row in
                let span = TimeSpan(row)
                while let line = waiting.first, line.start.map({ $0 <= span.first }) ?? true {
                    try body(waiting.removeFirst())
                }
                switch Result(catching: { () throws(SegmentError) in try Outline(row.bytes(at: 5) ?? []) }) {
                case .success(let outline): try body(DeviceOutline(device: name, outline: outline))
                case .failure(let error):
                    damaged.append(DamagedSegment(device: name, span, reason: "damaged line: \(error)"))
                }
            }
            for line in waiting { try body(line) }
            return damaged
        }
    }

    /// Returns the matching points of rows, without those of times that a segment has too; in a transaction.
    private func unsealedPoints(_ query: PointQuery) throws -> [TrackPoint] {
        var rows = RecentRows(connection, device: (device, name), query.span)
        var points: [TrackPoint] = []
        while let point = try rows.popFirst() { if query.contains(point) { points.append(point) } }
        guard let first = points.first, let last = points.last else { return [] }
        var times = Set(points.map(\.timestamp))
        try forEachSegment(PointQuery(from: first.timestamp, to: last.timestamp), with: .blob) { row in
            // Of a damaged segment no point is shown, so that its rows are.
            let positions = (try? Segment.decodePositions(row.bytes(at: 5) ?? [])) ?? []
            for position in positions { times.remove(position.timestamp) }
        }
        return points.filter { times.contains($0.timestamp) }
    }
}

extension DamagedSegment {
    fileprivate init(device: String, _ span: TimeSpan, reason: String) {
        self.init(device: device, first: span.first, last: span.last, count: 0, reason: reason)
    }
}
