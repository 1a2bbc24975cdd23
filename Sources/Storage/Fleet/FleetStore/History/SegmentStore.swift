public import Basics
public import History
import HistoryEncoding
public import Location
public import PostgreSQL

/// The table of segments, as the collector writes it: one row for an hour of a device.
///
/// All calls are made in a transaction, which holds the lock of the hour until its end. A damaged part is never changed:
/// the points that come later go into another part beside it.
public struct SegmentStore {
    /// The changes by a merge.
    public struct Change: Hashable, Sendable {
        /// The number of points that were read.
        public var read = 0
        /// The number of points that were not there yet.
        public var added = 0
        /// The damaged parts, which stay.
        public var damaged: [DamagedSegment] = []
        /// The times of the points for which the hour has no room.
        public var refused: [Timestamp] = []
    }

    /// The maximum number of points of an hour of a device: those of a segment, 18 in a second.
    public static let maxPointCount = Segment.maxPointCount

    private static let selection = """
        SELECT hour, part, first, last, count, blob FROM whereismy.segment WHERE device = $1 AND hour = $2 ORDER BY part
        """
    private static let insertion = """
        INSERT INTO whereismy.segment(
            device, hour, part, first, last, count, distance, south, west, north, east, outline, blob)
        VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
        """

    private let connection: PostgresConnection

    /// Writes by a connection with the rights of the collector.
    public init(connection: PostgresConnection) {
        self.connection = connection
    }

    /// Locks an hour of a device; returns false if another transaction has locked it.
    public func tryLock(_ hour: StoredHour) throws(PostgresError) -> Bool {
        let sql = "SELECT pg_try_advisory_xact_lock($1::integer, $2::integer)"
        return try connection.query(sql, hour.key).first?.boolean(at: 0) ?? false
    }

    /// Merges points of a locked hour, in any order, into its segment.
    ///
    /// What is stored stays; of the others, the first find room.
    public func merge(_ points: [TrackPoint], into hour: StoredHour) throws(PostgresError) -> Change {
        var change = Change()
        var stored: [TrackPoint] = []
        var used: Set<Int64> = []
        var replaced: [SegmentPart] = []
        for part in try connection.query(Self.selection, hour.key).map(SegmentPart.init)
        where stored.count <= Self.maxPointCount {
            let (points, damage) = part.points(device: hour.name)
            if let damage {
                change.damaged.append(damage)
                used.insert(part.number)
            } else {
                stored = PointUnion.merge(stored, with: points)
                replaced.append(part)
            }
        }
        change.read = stored.count
        var new = PointUnion.missing(points, from: stored)
        let room = max(0, Self.maxPointCount - stored.count)
        if new.count > room {
            change.refused = new[room...].map(\.timestamp)
            new.removeSubrange(room...)
        }
        change.added = new.count
        guard change.added > 0 else { return change }
        for part in replaced { try delete(part, of: hour) }
        let number = (0...Int64(used.count)).first { !used.contains($0) } ?? 0
        try insert(PointUnion.merge(stored, with: new), as: hour, part: number)
        return change
    }

    private func delete(_ part: SegmentPart, of hour: StoredHour) throws(PostgresError) {
        try connection.query(
            "DELETE FROM whereismy.segment WHERE device = $1 AND hour = $2 AND part = $3",
            hour.key + [.integer(part.number)])
    }

    private func insert(_ points: [TrackPoint], as hour: StoredHour, part: Int64) throws(PostgresError) {
        let (bytes, summary) = try Self.encode(points)
        let box = summary.bounds
        let numbers = [
            part, summary.first.milliseconds, summary.last.milliseconds, Int64(summary.count),
            Int64((summary.distance * 100).rounded()),
        ]
        let edges = [box.south, box.west, box.north, box.east].map { Int64(($0 * 1e7).rounded()) }
        let blobs = [Outline(simplifying: points).encode(), bytes]
        try connection.query(
            Self.insertion, hour.key + (numbers + edges).map(PostgresValue.integer) + blobs.map(PostgresValue.bytes))
    }

    private static func encode(_ points: [TrackPoint]) throws(PostgresError) -> ([UInt8], SegmentSummary) {
        do throws(SegmentError) {
            let bytes = try Segment.encode(points)
            return (bytes, try SegmentSummary(beginning: Array(bytes.prefix(SegmentSummary.maxByteCount))))
        } catch {
            // Never for sorted points of one device.
            throw PostgresError("segment: \(error)")
        }
    }
}
