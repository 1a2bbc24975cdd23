import Basics
import HistoryEncoding
import Location
import SQLite

extension SegmentTable {
    /// Adds a segment of points of one device and hour, sorted by time; within a transaction.
    func insert(_ points: ArraySlice<TrackPoint>, device: Int64, thinning: ThinningLevel) throws {
        let points = Array(points)
        let blob = try Segment.encode(points)
        let summary = try SegmentSummary(blob)
        let insertion = try connection.prepare(
            "INSERT INTO segment(start, device, stop, count, moving, standing, blob) VALUES(?, ?, ?, ?, ?, ?, ?)")
        let numbers = [
            summary.first.milliseconds, device, summary.last.milliseconds, Int64(summary.count),
            thinning.moving, thinning.standing,
        ]
        for (index, number) in numbers.enumerated() { try insertion.bind(number, at: index + 1) }
        try insertion.bind(blob, at: numbers.count + 1)
        try insertion.run()
        try insert(summary.bounds, of: connection.lastInsertedRow)
        try insert(Outline(simplifying: points), of: summary, device: device)
    }

    /// Notes how far a segment has been thinned; within a transaction.
    func set(_ mark: ThinningLevel, of head: SegmentHeader) throws(SQLiteError) {
        let update = try connection.prepare("UPDATE segment SET moving = ?, standing = ? WHERE id = ?")
        for (index, number) in [mark.moving, mark.standing, head.id].enumerated() {
            try update.bind(number, at: index + 1)
        }
        try update.run()
    }

    /// Removes a segment with its line and its box; within a transaction.
    func delete(_ head: SegmentHeader) throws(SQLiteError) {
        for table in ["segment", "area"] {
            let deletion = try connection.prepare("DELETE FROM \(table) WHERE id = ?")
            try deletion.bind(head.id, at: 1)
            try deletion.run()
        }
        let deletion = try connection.prepare("DELETE FROM outline WHERE start = ? AND device = ?")
        try deletion.bind(head.start.milliseconds, at: 1)
        try deletion.bind(head.device, at: 2)
        try deletion.run()
    }

    private func insert(_ box: SegmentBounds, of id: Int64) throws(SQLiteError) {
        let insertion = try connection.prepare("INSERT INTO area(id, south, north, west, east) VALUES(?, ?, ?, ?, ?)")
        try insertion.bind(id, at: 1)
        for (index, edge) in Self.edges(of: box).enumerated() { try insertion.bind(edge, at: index + 2) }
        try insertion.run()
    }

    private func insert(_ outline: Outline, of summary: SegmentSummary, device: Int64) throws(SQLiteError) {
        let insertion = try connection.prepare("INSERT INTO outline(start, device, stop, blob) VALUES(?, ?, ?, ?)")
        try insertion.bind(summary.first.milliseconds, at: 1)
        try insertion.bind(device, at: 2)
        try insertion.bind(summary.last.milliseconds, at: 3)
        try insertion.bind(outline.encode(), at: 4)
        try insertion.run()
    }
}
