import History
import HistoryEncoding
import Location

/// The simplified line of the year that ``Fill`` begins, every vertex of it: what a page that draws a year asks for.
struct YearLine {
    private static let query = PointQuery(
        from: Timestamp(milliseconds: 1_767_225_600_000), to: Timestamp(milliseconds: 1_798_761_599_999))

    let path: String

    func run() throws {
        let history = try SQLiteHistory(path: path, access: .readOnly)
        var vertices = 0
        var metres = 0.0
        let damaged = try history.forEachOutline(Self.query) { line in
            let places = line.outline.vertices.map(\.coordinate)
            vertices += places.count
            for (from, to) in zip(places, places.dropFirst()) { metres += from.distance(to: to) }
        }
        print("line_vertices \(vertices)")
        print("line_metres \(Int(metres))")
        print("line_damaged \(damaged.count)")
    }
}
