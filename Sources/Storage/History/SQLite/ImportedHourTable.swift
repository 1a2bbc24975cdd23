import Basics
import HistoryEncoding
import SQLite

/// The table of the times of imported points, by hour, device and import.
///
/// Each is the time of a point that is in the history because of that import: whatever removes points, removes their times
/// here in the same transaction.
struct ImportedHourTable {
    /// True for the start of a storable hour, as in all rows but those of a damaged file.
    private static let isHour = "start % 3600000 = 0 AND start BETWEEN 0 AND \(Timestamp.latest.milliseconds)"

    let connection: Connection

    /// The times that an import added to an hour of a device.
    struct Row {
        let hour: DeviceHour
        let importID: Int64
        /// Nil if they cannot be read.
        let times: [Timestamp]?
        /// The number of times.
        let count: Int
    }

    /// Adds times of an import in an hour; within a transaction.
    ///
    /// - Returns: False if those that it added before cannot be read: they stay as they are.
    func add(_ times: [Timestamp], to hour: DeviceHour, of importID: Int64) throws(SQLiteError) -> Bool {
        guard !times.isEmpty else { return true }
        let query = try connection.prepare(
            "SELECT blob FROM import_hour WHERE start = ? AND device = ? AND import = ?",
            hour.hour.start.milliseconds, hour.device, importID)
        let isNew = try !query.step()
        let known = isNew ? [] : Self.times(query.blob(at: 0), in: hour)
        query.reset()
        guard let known else { return false }
        try set(isNew ? times.sorted() : Set(known + times).sorted(), of: hour, importID)
        return true
    }

    /// Removes the times in an hour that do not fulfil a condition; within a transaction.
    func keep(in hour: DeviceHour, where isKept: (Timestamp) -> Bool) throws(SQLiteError) {
        let query = try connection.prepare(
            "SELECT start, device, import, blob, count FROM import_hour WHERE start = ? AND device = ?",
            hour.hour.start.milliseconds, hour.device)
        for row in try Self.rows(query) {
            guard let times = row.times else { continue }
            let kept = times.filter(isKept)
            if kept.count < times.count { try set(kept, of: hour, row.importID) }
        }
    }

    /// Removes the times of a span, of a device or of all; within a transaction.
    func delete(_ span: TimeSpan, device: Int64?) throws(SQLiteError) {
        guard span.first <= span.last else { return }
        let (first, last) = (Hour(containing: span.first), Hour(containing: span.last))
        let deletion = try connection.prepare(
            "DELETE FROM import_hour WHERE start > ?1 AND start < ?2 \(device == nil ? "" : "AND device = ?3")",
            first.start.milliseconds, last.start.milliseconds)
        if let device { try deletion.bind(device, at: 3) }
        try deletion.run()
        for hour in first == last ? [first] : [first, last] {
            for number in try devices(in: hour) where device == nil || device == number {
                try keep(in: DeviceHour(hour: hour, device: number)) { !span.contains($0) }
            }
        }
    }

    private func devices(in hour: Hour) throws(SQLiteError) -> Set<Int64> {
        let query = try connection.prepare("SELECT device FROM import_hour WHERE start = ?", hour.start.milliseconds)
        var numbers: Set<Int64> = []
        while try query.step() { numbers.insert(query.integer(at: 0) ?? 0) }
        return numbers
    }

    /// Returns the hours of an import in order, after another one of its hours, up to a number.
    func rows(of importID: Int64, after hour: DeviceHour? = nil, upTo limit: Int) throws(SQLiteError) -> [Row] {
        let query = try connection.prepare(
            """
            SELECT start, device, import, blob, count FROM import_hour
            WHERE import = ?1 AND (start, device) > (?2, ?3) AND \(Self.isHour) ORDER BY start, device LIMIT ?4
            """, importID, hour?.hour.start.milliseconds ?? Int64.min, hour?.device ?? Int64.min, Int64(limit))
        return try Self.rows(query)
    }

    /// Deletes the times of an import in an hour.
    func delete(_ hour: DeviceHour, of importID: Int64) throws(SQLiteError) {
        try connection.run(
            "DELETE FROM import_hour WHERE start = ? AND device = ? AND import = ?",
            hour.hour.start.milliseconds, hour.device, importID)
    }

    /// Returns the number of rows that cannot be read.
    func damagedCount() throws(SQLiteError) -> Int {
        let invalid = try connection.integer("SELECT count(*) FROM import_hour WHERE NOT (\(Self.isHour))") ?? 0
        let query = try connection.prepare(
            "SELECT start, device, import, blob, count FROM import_hour WHERE \(Self.isHour)")
        var count = Int(clamping: invalid)
        while try query.step() {
            if Self.row(query).times?.count != Int(clamping: query.integer(at: 4) ?? 0) { count += 1 }
        }
        return count
    }

    /// Replaces the times of an import in an hour; within a transaction.
    func set(_ times: [Timestamp], of hour: DeviceHour, _ importID: Int64) throws(SQLiteError) {
        guard !times.isEmpty else { return try delete(hour, of: importID) }
        try connection.run(
            "INSERT OR REPLACE INTO import_hour(start, device, import, blob, count) VALUES(?, ?, ?, ?, ?)",
            hour.hour.start.milliseconds, hour.device, importID, TimeListCoding.encode(times, from: hour.hour.start),
            Int64(times.count))
    }

    private static func rows(_ query: Statement) throws(SQLiteError) -> [Row] {
        var rows: [Row] = []
        while try query.step() { rows.append(row(query)) }
        return rows
    }

    private static func row(_ query: Statement) -> Row {
        let start = Timestamp(milliseconds: query.integer(at: 0) ?? 0)
        let hour = DeviceHour(hour: Hour(containing: start), device: query.integer(at: 1) ?? 0)
        let times = times(query.blob(at: 3), in: hour)
        return Row(
            hour: hour, importID: query.integer(at: 2) ?? 0, times: times,
            count: Int(clamping: query.integer(at: 4) ?? 0))
    }

    private static func times(_ blob: [UInt8]?, in hour: DeviceHour) -> [Timestamp]? {
        blob.flatMap { try? TimeListCoding.decode($0, from: hour.hour.start) }
    }
}
