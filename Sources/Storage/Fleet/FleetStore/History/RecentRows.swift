import Basics
import History
import HistoryEncoding
import Location
import PostgreSQL

/// The rows of a device in a span, by time, of which one page at a time is in memory.
struct RecentRows {
    /// The columns of a point after its time, in the order of `QuantisedPoint`.
    static let columns = """
        latitude, longitude, state, altitude, ellipsoidal_altitude, horizontal_accuracy, vertical_accuracy, speed, \
        speed_accuracy, course, course_accuracy, climb, satellites
        """
    private static let pageSize = 4000
    private static let sql = """
        SELECT time, \(columns) FROM whereismy.recent WHERE device = $1 AND time BETWEEN $2 AND $3
        ORDER BY time LIMIT \(pageSize)
        """

    private let connection: PostgresConnection
    private let device: (number: Int64, name: String)
    private let last: Timestamp
    /// The first time of the next page; nil after the last one.
    private var next: Timestamp?
    /// The rest of the page, the next point last.
    private var page: [TrackPoint] = []

    init(_ connection: PostgresConnection, device: (number: Int64, name: String), _ span: TimeSpan) {
        self.connection = connection
        self.device = device
        last = span.last
        next = span.first <= span.last ? span.first : nil
    }

    /// Returns the next point, which stays; nil at the end.
    mutating func first() throws(PostgresError) -> TrackPoint? {
        while page.isEmpty, let start = next { try read(from: start) }
        return page.last
    }

    /// Removes and returns the next point; nil at the end.
    mutating func popFirst() throws(PostgresError) -> TrackPoint? {
        while page.isEmpty, let start = next { try read(from: start) }
        return page.popLast()
    }

    /// Returns the point of a row that begins with its time; nil for invalid steps.
    static func point(_ row: PostgresRow, device: String) -> TrackPoint? {
        guard let time = row.integer(at: 0) else { return nil }
        let columns = (1...QuantisedPoint.columnCount).map { row.integer(at: $0) }
        return QuantisedPoint(timestamp: Timestamp(milliseconds: time), columns: columns)?.point(device: device)
    }

    private mutating func read(from start: Timestamp) throws(PostgresError) {
        let rows = try connection.query(
            Self.sql, [.integer(device.number), .integer(start.milliseconds), .integer(last.milliseconds)])
        page = rows.reversed().compactMap { Self.point($0, device: device.name) }
        let end = rows.count == Self.pageSize ? rows.last?.integer(at: 0) : nil
        next = end.map { Timestamp(milliseconds: $0 + 1) }
    }
}
