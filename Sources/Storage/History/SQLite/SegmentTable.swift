import Basics
import HistoryEncoding
import Location
import SQLite

/// The table of sealed hours, one blob each, with lines and boxes in tables of their own.
struct SegmentTable {
    static let columns = "id, device, start"

    let connection: Connection

    /// Returns the headers of the segments with points in a span, by start.
    func headers(_ span: TimeSpan, device: Int64? = nil, within area: Area? = nil) throws(SQLiteError) -> SegmentHeaders
    {
        let box = area.map { " AND id IN (\(Self.boxQuery($0)))" } ?? ""
        let statement = try connection.prepare(
            """
            SELECT \(Self.columns) FROM segment WHERE start BETWEEN ?1 AND ?2
            \(device == nil ? "" : "AND device = ?3")\(box) ORDER BY start, device
            """,
            // No segment exceeds its hour.
            Hour(containing: span.first).start.milliseconds, span.last.milliseconds)
        if let device { try statement.bind(device, at: 3) }
        return try SegmentHeaders(statement, on: connection, endingFrom: span.first)
    }

    /// Returns the headers of segments that start at or before a moment, the latest first.
    func headers(startingUpTo moment: Timestamp, device: Int64?) throws(SQLiteError) -> SegmentHeaders {
        let statement = try connection.prepare(
            """
            SELECT \(Self.columns) FROM segment WHERE start <= ?1 \(device == nil ? "" : "AND device = ?2")
            ORDER BY start DESC
            """, moment.milliseconds)
        if let device { try statement.bind(device, at: 2) }
        return try SegmentHeaders(statement, on: connection)
    }

    /// Returns headers of segments that end before a moment and are not thinned by a rule yet, up to a limit, by start.
    func headers(
        before moment: Timestamp, notThinnedBy rule: ThinningRule, limit: Int
    ) throws(SQLiteError) -> SegmentHeaders {
        let statement = try connection.prepare(
            """
            SELECT \(Self.columns) FROM segment WHERE start < ?1 AND stop < ?1 AND (moving < ?2 OR standing < ?3)
            ORDER BY start LIMIT ?4
            """, moment.milliseconds, rule.movingInterval.milliseconds, rule.stationaryInterval.milliseconds,
            Int64(limit))
        return try SegmentHeaders(statement, on: connection)
    }

    /// Returns the segments of an hour of a device.
    func headers(of hour: DeviceHour) throws(SQLiteError) -> [SegmentHeader] {
        try headers(hour.hour.span, device: hour.device).all()
    }

    /// Returns the hours of the segments that start in a span, with the device of each.
    func hours(_ span: TimeSpan, device: Int64?) throws(SQLiteError) -> [DeviceHour] {
        let query = try connection.prepare(
            """
            SELECT DISTINCT start / 3600000, device FROM segment WHERE start BETWEEN ?1 AND ?2
            \(device == nil ? "" : "AND device = ?3")
            """, Hour(containing: span.first).start.milliseconds, span.last.milliseconds)
        if let device { try query.bind(device, at: 3) }
        return try Self.hours(query)
    }

    /// Returns the hours and devices in the first two columns of rows.
    static func hours(_ query: Statement) throws(SQLiteError) -> [DeviceHour] {
        var hours: [DeviceHour] = []
        while try query.step() {
            hours.append(DeviceHour(hour: Hour(index: query.integer(at: 0) ?? 0), device: query.integer(at: 1) ?? 0))
        }
        return hours
    }

    /// Returns the start of the segment that starts last; nil if there is none.
    func lastStart() throws(SQLiteError) -> Timestamp? {
        try connection.integer("SELECT max(start) FROM segment").map(Timestamp.init(clamping:))
    }

    /// Returns the bytes of a segment.
    func blob(of header: SegmentHeader) throws(SQLiteError) -> [UInt8] {
        try Self.confirmingDamage { () throws(SQLiteError) in
            let query = try connection.prepare("SELECT blob FROM segment WHERE id = ?", header.id)
            return try query.step() ? query.blob(at: 0) ?? [] : []
        }
    }

    /// Returns the distance in the head of a segment, and if all its points are nominal; 0 and true if it is damaged.
    func head(of header: SegmentHeader) throws(SQLiteError) -> (distance: Double, isNominal: Bool) {
        do throws(SQLiteError) {
            let head = try connection.beginning(
                ofBlob: "blob", in: "segment", row: header.id, upTo: SegmentSummary.maxByteCount)
            let summary = head.flatMap { try? SegmentSummary(beginning: $0) }
            return (summary?.distance ?? 0, summary == nil || head?.first == Segment.version)
        } catch {
            guard error.isCorrupt else { throw error }
            return (0, true)
        }
    }

    /// Reads a second time what seems damaged, since SQLite says so of any failed read of the disk, whose fixes would be
    /// skipped for good.
    static func confirmingDamage<Result>(
        _ read: () throws(SQLiteError) -> Result
    ) throws(SQLiteError) -> Result {
        do throws(SQLiteError) { return try read() } catch { guard error.isCorrupt else { throw error } }
        return try read()
    }

    /// Returns the subquery for segments whose box overlaps an area.
    static func boxQuery(_ area: Area) -> String {
        area.spans.map {
            """
            SELECT id FROM area WHERE south <= \(area.north) AND north >= \(area.south)
            AND west <= \($0.upperBound) AND east >= \($0.lowerBound)
            """
        }.joined(separator: " UNION ")
    }
}

extension SegmentTable {
    /// Inserts a segment of points of one device and hour, sorted by time; within a transaction.
    func insert(_ points: ArraySlice<TrackPoint>, device: Int64, thinning: ThinningLevel) throws {
        let points = Array(points)
        let blob = try Segment.encode(points)
        let summary = try SegmentSummary(blob)
        try connection.run(
            "INSERT INTO segment(start, device, stop, count, moving, standing, blob) VALUES(?, ?, ?, ?, ?, ?, ?)",
            summary.first.milliseconds, device, summary.last.milliseconds, Int64(summary.count), thinning.moving,
            thinning.standing, blob)
        try insert(summary.bounds, of: connection.lastInsertedRow)
        try insert(Outline(simplifying: points), of: summary, device: device)
        try parts.delete(DeviceHour(hour: Hour(containing: summary.first), device: device))
    }

    /// Sets the thinning level of a segment; within a transaction.
    func set(_ level: ThinningLevel, of header: SegmentHeader) throws(SQLiteError) {
        try connection.run(
            "UPDATE segment SET moving = ?, standing = ? WHERE id = ?", level.moving, level.standing, header.id)
    }

    /// Deletes a segment with its line, its box and the summary of its hour; within a transaction.
    func delete(_ header: SegmentHeader) throws(SQLiteError) {
        for table in ["segment", "area"] { try connection.run("DELETE FROM \(table) WHERE id = ?", header.id) }
        try connection.run(
            "DELETE FROM outline WHERE start = ? AND device = ?", header.start.milliseconds, header.device)
        try parts.delete(DeviceHour(hour: header.hour, device: header.device))
    }

    private var parts: TrackPartTable { TrackPartTable(connection: connection) }

    private func insert(_ box: SegmentBounds, of id: Int64) throws(SQLiteError) {
        let (south, north, west, east) = Self.edges(of: box)
        try connection.run(
            "INSERT INTO area(id, south, north, west, east) VALUES(?, ?, ?, ?, ?)", id, south, north, west, east)
    }

    private func insert(_ outline: Outline, of summary: SegmentSummary, device: Int64) throws(SQLiteError) {
        try connection.run(
            "INSERT INTO outline(start, device, stop, blob) VALUES(?, ?, ?, ?)",
            summary.first.milliseconds, device, summary.last.milliseconds, outline.encode())
    }
}

extension SegmentTable {
    /// Returns the times of a segment's points; of a damaged one those in its row.
    func times(of header: SegmentHeader) throws(SQLiteError) -> [Timestamp] {
        let blob: [UInt8]
        do throws(SQLiteError) {
            blob = try self.blob(of: header)
        } catch {
            guard error.isCorrupt else { throw error }
            return [header.start, header.stop]
        }
        guard let positions = try? Segment.decodePositions(blob) else { return [header.start, header.stop] }
        return positions.map(\.timestamp)
    }
}

extension SegmentTable {
    /// Returns true if the box of a decodable segment is stored and contains it.
    func hasBox(_ header: SegmentHeader) throws -> Bool {
        let box = try SegmentSummary(try blob(of: header)).bounds
        let (south, north, west, east) = Self.edges(of: box)
        let query = try connection.prepare(
            "SELECT 1 FROM area WHERE id = ? AND south <= ? AND north >= ? AND west <= ? AND east >= ?",
            header.id, south, north, west, east)
        return try query.step()
    }

    /// Returns true if the line of a segment is stored and can be decoded.
    func hasOutline(_ header: SegmentHeader) throws(SQLiteError) -> Bool {
        let query = try connection.prepare(
            "SELECT blob FROM outline WHERE start = ? AND device = ?", header.start.milliseconds, header.device)
        guard try query.step() else { return false }
        return (try? Outline(query.blob(at: 0) ?? [])) != nil
    }

    /// Returns south, north, west and east for the table.
    ///
    /// A box across the antimeridian is widened to all longitudes: the extra matches are filtered later.
    private static func edges(of box: SegmentBounds) -> (Double, Double, Double, Double) {
        (box.south, box.north, box.crossesAntimeridian ? -180 : box.west, box.crossesAntimeridian ? 180 : box.east)
    }
}
