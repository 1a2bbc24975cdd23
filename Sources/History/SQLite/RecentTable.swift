import HistoryEncoding
import Location
import SQLite

/// The points whose hour is not sealed yet, a row each.
struct RecentTable {
    private static let columns = """
        time, device, latitude, longitude, state, altitude, ellipsoidal_altitude, horizontal_accuracy,
        vertical_accuracy, speed, speed_accuracy, course, course_accuracy, climb, satellites
        """

    private let connection: Connection
    private let insertion: Statement

    init(_ connection: Connection) throws(SQLiteError) {
        self.connection = connection
        let places = Array(repeating: "?", count: PointSteps.columnCount + 2).joined(separator: ", ")
        // A statement of a database that may only be read fails when it is run, not when it is compiled.
        insertion = try connection.prepare(
            "INSERT INTO recent(\(Self.columns)) VALUES(\(places)) ON CONFLICT(time, device) DO NOTHING")
    }

    /// Adds a point; answers whether there was none of its device and time.
    func insert(_ point: TrackPoint, device: Int64) throws(SQLiteError) -> Bool {
        let steps = PointSteps(point)
        try insertion.bind(steps.timestamp.milliseconds, at: 1)
        try insertion.bind(device, at: 2)
        for (index, value) in steps.columns.enumerated() { try insertion.bind(value, at: index + 3) }
        try insertion.run()
        return connection.changes > 0
    }

    /// The rows of a span, by time and the device's name.
    func rows(_ span: TimeSpan, device: Int64? = nil, isDescending: Bool = false) throws(SQLiteError) -> Rows {
        let order = isDescending ? "DESC" : "ASC"
        let statement = try connection.prepare(
            """
            SELECT \(Self.columns) FROM recent WHERE time BETWEEN ?1 AND ?2 \(device == nil ? "" : "AND device = ?3")
            ORDER BY time \(order), (SELECT name FROM device WHERE id = recent.device) \(order)
            """)
        try statement.bind(span.first.milliseconds, at: 1)
        try statement.bind(span.last.milliseconds, at: 2)
        if let device { try statement.bind(device, at: 3) }
        return Rows(statement: statement)
    }

    /// The hours before a moment in which there are points, with the device of each, by time.
    func hours(before moment: Timestamp) throws(SQLiteError) -> [DeviceHour] {
        let query = try connection.prepare(
            "SELECT DISTINCT time / 3600000, device FROM recent WHERE time < ? ORDER BY 1")
        try query.bind(moment.milliseconds, at: 1)
        var hours: [DeviceHour] = []
        while try query.step() {
            guard let index = query.integer(at: 0), let device = query.integer(at: 1) else { continue }
            hours.append(DeviceHour(hour: Hour(index: index), device: device))
        }
        return hours
    }

    /// The times of all rows, sorted.
    func times() throws(SQLiteError) -> [Timestamp] {
        let query = try connection.prepare("SELECT time FROM recent ORDER BY time")
        var times: [Timestamp] = []
        while try query.step() { times.append(Timestamp(clamping: query.integer(at: 0) ?? 0)) }
        return times
    }

    /// Removes the rows of a span; answers how many there were.
    func delete(_ span: TimeSpan, device: Int64? = nil) throws(SQLiteError) -> Int {
        let deletion = try connection.prepare(
            "DELETE FROM recent WHERE time BETWEEN ?1 AND ?2 \(device == nil ? "" : "AND device = ?3")")
        try deletion.bind(span.first.milliseconds, at: 1)
        try deletion.bind(span.last.milliseconds, at: 2)
        if let device { try deletion.bind(device, at: 3) }
        try deletion.run()
        return connection.changes
    }
}

extension RecentTable {
    /// Rows on their way out.
    struct Rows {
        fileprivate let statement: Statement

        /// The next row, nil at the end; its steps are nil where they are of no point, as in a damaged database.
        func next() throws(SQLiteError) -> (device: Int64, steps: PointSteps?)? {
            guard try statement.step() else { return nil }
            let columns = (0..<PointSteps.columnCount).map { statement.integer(at: $0 + 2) }
            let time = Timestamp(milliseconds: statement.integer(at: 0) ?? 0)
            return (statement.integer(at: 1) ?? 0, PointSteps(timestamp: time, columns: columns))
        }
    }
}
