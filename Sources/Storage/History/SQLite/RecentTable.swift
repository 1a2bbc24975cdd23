import Basics
import HistoryEncoding
import Location
import SQLite

/// The points whose hour is not sealed yet, a row each.
struct RecentTable {
    private static let columns = """
        key, latitude, longitude, state, altitude, ellipsoidal_altitude, horizontal_accuracy, vertical_accuracy, speed,
        speed_accuracy, course, course_accuracy, climb, satellites
        """
    private static let device = "key % \(RecentKey.deviceLimit)"
    private static let hour = "key / (3600000 * \(RecentKey.deviceLimit))"

    private let connection: Connection
    private let insertion: Statement

    init(_ connection: Connection) throws(SQLiteError) {
        self.connection = connection
        let places = Array(repeating: "?", count: QuantisedPoint.columnCount + 1).joined(separator: ", ")
        // A statement of a database that may only be read fails when it is run, not when it is compiled.
        insertion = try connection.prepare(
            "INSERT INTO recent(\(Self.columns)) VALUES(\(places)) ON CONFLICT(key) DO NOTHING")
    }

    /// Adds a point; answers whether there was none of its device and time.
    func insert(_ point: TrackPoint, device: Int64) throws(SQLiteError) -> Bool {
        let steps = QuantisedPoint(point)
        try insertion.bind(RecentKey(steps.timestamp, device: device).value, at: 1)
        for (index, value) in steps.columns.enumerated() { try insertion.bind(value, at: index + 2) }
        try insertion.run()
        return connection.changes > 0
    }

    /// The rows of a span, by time.
    func rows(_ span: TimeSpan, device: Int64? = nil, isDescending: Bool = false) throws(SQLiteError) -> Rows {
        let statement = try connection.prepare(
            """
            SELECT \(Self.columns) FROM recent WHERE \(Self.condition(device))
            ORDER BY key \(isDescending ? "DESC" : "ASC")
            """)
        try bind(span, device, to: statement)
        return Rows(statement: statement)
    }

    /// The hours before a moment in which there are points, with the device of each, by time.
    func hours(before moment: Timestamp) throws(SQLiteError) -> [DeviceHour] {
        let query = try connection.prepare(
            "SELECT DISTINCT \(Self.hour), \(Self.device) FROM recent WHERE key < ? ORDER BY 1")
        try query.bind(RecentKey(moment, device: 0).value, at: 1)
        var hours: [DeviceHour] = []
        while try query.step() {
            guard let index = query.integer(at: 0), let device = query.integer(at: 1) else { continue }
            hours.append(DeviceHour(hour: Hour(index: index), device: device))
        }
        return hours
    }

    /// The keys of all rows, by time.
    func keys() throws(SQLiteError) -> [RecentKey] {
        let query = try connection.prepare("SELECT key FROM recent ORDER BY key")
        var keys: [RecentKey] = []
        while try query.step() { keys.append(RecentKey(value: query.integer(at: 0) ?? 0)) }
        return keys
    }

    /// Removes the rows of a span; answers how many there were.
    func delete(_ span: TimeSpan, device: Int64? = nil) throws(SQLiteError) -> Int {
        let deletion = try connection.prepare("DELETE FROM recent WHERE \(Self.condition(device))")
        try bind(span, device, to: deletion)
        try deletion.run()
        return connection.changes
    }

    private static func condition(_ number: Int64?) -> String {
        "key BETWEEN ?1 AND ?2 \(number == nil ? "" : "AND \(device) = ?3")"
    }

    private func bind(_ span: TimeSpan, _ device: Int64?, to statement: Statement) throws(SQLiteError) {
        let range = RecentKey.range(span)
        try statement.bind(range.first.value, at: 1)
        try statement.bind(range.last.value, at: 2)
        if let device { try statement.bind(device, at: 3) }
    }
}

extension RecentTable {
    /// Rows on their way out.
    struct Rows {
        fileprivate let statement: Statement

        /// The next row, nil at the end; its steps are nil where they are of no point, as in a damaged database.
        func next() throws(SQLiteError) -> (device: Int64, steps: QuantisedPoint?)? {
            guard try statement.step() else { return nil }
            let key = RecentKey(value: statement.integer(at: 0) ?? 0)
            let columns = (0..<QuantisedPoint.columnCount).map { statement.integer(at: $0 + 1) }
            return (key.device, QuantisedPoint(timestamp: key.time, columns: columns))
        }
    }
}

/// The key of a point's row: its time, and behind it the number of its device.
///
/// One number, and not two columns: a table that only grows at its end splits no pages, which halves what is written.
struct RecentKey: Hashable {
    /// So many devices fit behind the last millisecond of the year 9999.
    static let deviceLimit: Int64 = 1 &<< 14

    let value: Int64

    /// The key as it is in the table.
    init(value: Int64) {
        self.value = value
    }

    /// The key of a device's point; the device is within the limit, and a time that cannot be kept is the nearest one
    /// that can.
    init(_ time: Timestamp, device: Int64) {
        value = Timestamp(clamping: time.milliseconds).milliseconds &* Self.deviceLimit &+ device
    }

    /// The first and the last key of a span.
    static func range(_ span: TimeSpan) -> (first: RecentKey, last: RecentKey) {
        (RecentKey(span.first, device: 0), RecentKey(span.last, device: deviceLimit - 1))
    }

    /// Whether a device of that number can have keys.
    static func isValid(device: Int64) -> Bool { (0..<deviceLimit).contains(device) }

    var time: Timestamp { Timestamp(clamping: value / Self.deviceLimit) }
    var device: Int64 { value % Self.deviceLimit }
}
