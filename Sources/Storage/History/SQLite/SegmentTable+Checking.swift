import Basics
import HistoryEncoding
import Location
import SQLite

extension SegmentTable {
    /// Whether the box of a readable segment is there and holds it.
    func hasBox(_ head: SegmentHeader) throws -> Bool {
        let box = try SegmentSummary(try blob(of: head)).bounds
        let query = try connection.prepare(
            "SELECT 1 FROM area WHERE id = ? AND south <= ? AND north >= ? AND west <= ? AND east >= ?")
        try query.bind(head.id, at: 1)
        for (index, edge) in Self.edges(of: box).enumerated() { try query.bind(edge, at: index + 2) }
        return try query.step()
    }

    /// Whether the line of a segment is there and can be read.
    func hasOutline(_ head: SegmentHeader) throws(SQLiteError) -> Bool {
        let query = try connection.prepare("SELECT blob FROM outline WHERE start = ? AND device = ?")
        try query.bind(head.start.milliseconds, at: 1)
        try query.bind(head.device, at: 2)
        guard try query.step() else { return false }
        return (try? Outline(query.blob(at: 0) ?? [])) != nil
    }

    /// South, north, west and east, as they stand in the table.
    ///
    /// A box across the antimeridian becomes one all around: too large finds too much, which is sorted out later.
    static func edges(of box: SegmentBounds) -> [Double] {
        [box.south, box.north, box.crossesAntimeridian ? -180 : box.west, box.crossesAntimeridian ? 180 : box.east]
    }
}
