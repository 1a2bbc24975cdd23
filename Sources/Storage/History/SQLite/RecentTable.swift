import Basics
import HistoryEncoding
import Location
import SQLite

/// The table of points whose hour is not sealed yet.
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
        // On a read-only database this compiles, and fails only when it runs.
        insertion = try connection.prepare(
            "INSERT INTO recent(\(Self.columns)) VALUES(\(places)) ON CONFLICT(key) DO NOTHING")
    }

    /// Inserts a point; returns false if its device and time exist already.
    func insert(_ point: TrackPoint, device: Int64) throws(SQLiteError) -> Bool {
        let steps = QuantisedPoint(point)
        try insertion.bind(RecentKey(steps.timestamp, device: device).value, at: 1)
        for (index, value) in steps.columns.enumerated() { try insertion.bind(value, at: index + 2) }
        try insertion.run()
        return connection.changes > 0
    }

    /// Returns the rows of a span, by time.
    func rows(_ span: TimeSpan, device: Int64? = nil, isDescending: Bool = false) throws(SQLiteError) -> Rows {
        let statement = try connection.prepare(
            """
            SELECT \(Self.columns) FROM recent WHERE \(Self.condition(device))
            ORDER BY key \(isDescending ? "DESC" : "ASC")
            """)
        try bind(span, device, to: statement)
        return Rows(statement: statement)
    }

    /// Returns the hours with points before a moment, with the device of each, by time.
    func hours(before moment: Timestamp) throws(SQLiteError) -> [DeviceHour] {
        let query = try connection.prepare(
            "SELECT DISTINCT \(Self.hour), \(Self.device) FROM recent WHERE key < ? ORDER BY 1",
            RecentKey(moment, device: 0).value)
        return try Self.hours(query)
    }

    private static func hours(_ query: Statement) throws(SQLiteError) -> [DeviceHour] {
        var hours: [DeviceHour] = []
        while try query.step() {
            guard let index = query.integer(at: 0), let device = query.integer(at: 1) else { continue }
            hours.append(DeviceHour(hour: Hour(index: index), device: device))
        }
        return hours
    }

    /// Returns the hours with points in a span, with the device of each, by time.
    func hours(_ span: TimeSpan, device: Int64?) throws(SQLiteError) -> [DeviceHour] {
        let query = try connection.prepare(
            "SELECT DISTINCT \(Self.hour), \(Self.device) FROM recent WHERE \(Self.condition(device)) ORDER BY 1")
        try bind(span, device, to: query)
        return try Self.hours(query)
    }

    /// Returns the keys of all rows, by time.
    func keys() throws(SQLiteError) -> [RecentKey] {
        let query = try connection.prepare("SELECT key FROM recent ORDER BY key")
        var keys: [RecentKey] = []
        while try query.step() { keys.append(RecentKey(value: query.integer(at: 0) ?? 0)) }
        return keys
    }

    /// Returns the times of a device's rows in a span, in order.
    func times(_ span: TimeSpan, device: Int64) throws(SQLiteError) -> [Timestamp] {
        let query = try connection.prepare("SELECT key FROM recent WHERE \(Self.condition(device)) ORDER BY key")
        try bind(span, device, to: query)
        var times: [Timestamp] = []
        while try query.step() { times.append(RecentKey(value: query.integer(at: 0) ?? 0).time) }
        return times
    }

    /// Returns the time of the newest row; nil if there is none.
    func newest() throws(SQLiteError) -> Timestamp? {
        try connection.integer("SELECT max(key) FROM recent").map { RecentKey(value: $0).time }
    }

    /// Deletes the rows of a span; returns their number.
    func delete(_ span: TimeSpan, device: Int64? = nil) throws(SQLiteError) -> Int {
        let deletion = try connection.prepare("DELETE FROM recent WHERE \(Self.condition(device))")
        try bind(span, device, to: deletion)
        try deletion.run()
        return connection.changes
    }

    /// Deletes the rows of a device at some times; returns the times of those that there were.
    func delete(_ times: Set<Timestamp>, device: Int64) throws(SQLiteError) -> [Timestamp] {
        guard let first = times.min(), let last = times.max() else { return [] }
        let present = try self.times(TimeSpan(first: first, last: last), device: device).filter(times.contains)
        let deletion = try connection.prepare("DELETE FROM recent WHERE key = ?")
        for time in present { try deletion.run(RecentKey(time, device: device).value) }
        return present
    }

    private static func condition(_ number: Int64?) -> String {
        "key BETWEEN ?1 AND ?2 \(number == nil ? "" : "AND \(device) = ?3")"
    }

    private func bind(_ span: TimeSpan, _ device: Int64?, to statement: Statement) throws(SQLiteError) {
        let range = RecentKey.range(span)
        try statement.bind(range.first.value, range.last.value)
        if let device { try statement.bind(device, at: 3) }
    }
}

extension RecentTable {
    /// A cursor over rows.
    struct Rows {
        fileprivate let statement: Statement

        /// Returns the next row, with nil for invalid steps, as in a damaged database; nil at the end.
        func next() throws(SQLiteError) -> (device: Int64, steps: QuantisedPoint?)? {
            guard try statement.step() else { return nil }
            let key = RecentKey(value: statement.integer(at: 0) ?? 0)
            let columns = (0..<QuantisedPoint.columnCount).map { statement.integer(at: $0 + 1) }
            return (key.device, QuantisedPoint(timestamp: key.time, columns: columns))
        }
    }
}

/// The key of a point's row: its time, then the number of its device.
///
/// It is one number instead of two columns: a table that only grows at its end splits no pages, which halves the
/// writes.
struct RecentKey: Hashable {
    /// The number of devices that fit below the last millisecond of the year 9999.
    static let deviceLimit: Int64 = 1 &<< 14

    let value: Int64

    /// Wraps a stored key.
    init(value: Int64) {
        self.value = value
    }

    /// Creates the key of a point: the device must be within the limit, the time is clamped to the storable range.
    init(_ time: Timestamp, device: Int64) {
        value = Timestamp(clamping: time.milliseconds).milliseconds &* Self.deviceLimit &+ device
    }

    /// Returns the first and the last key of a span.
    static func range(_ span: TimeSpan) -> (first: RecentKey, last: RecentKey) {
        (RecentKey(span.first, device: 0), RecentKey(span.last, device: deviceLimit - 1))
    }

    /// Returns true if a device number fits into a key.
    static func isValid(device: Int64) -> Bool { (0..<deviceLimit).contains(device) }

    var time: Timestamp { Timestamp(clamping: value / Self.deviceLimit) }
    var device: Int64 { value % Self.deviceLimit }
}
