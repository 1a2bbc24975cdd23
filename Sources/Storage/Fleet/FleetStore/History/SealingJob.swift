public import Basics
public import History
public import PostgreSQL

/// Moves the rows of full hours into segments, one hour of a device in each transaction.
///
/// It can be stopped at any time, and run by several collectors at once: each hour is locked. A transaction that is lost
/// in a crash has changed nothing, so that it does not wait for the disk.
public struct SealingJob {
    /// The counts of a run.
    public struct Report: Hashable, Sendable {
        /// The number of sealed hours of devices.
        public var hours = 0
        /// The number of rows that were moved.
        public var fixes = 0
        /// The damaged segments, which stay beside the new ones.
        public var damaged: [DamagedSegment] = []
        /// The number of rows that were removed, since their hours had no room.
        public var refused = 0
        /// False if it must be run again.
        public var isComplete = true
    }

    /// The rows that one transaction moves at most: an hour of a device at 13 Hz.
    private static let portion = 50_000
    /// Each condition looks at one end of the index per device, however many rows the device has.
    static let devices = """
        SELECT device.id, device.name FROM whereismy.device
        WHERE EXISTS (SELECT FROM whereismy.recent WHERE device = device.id AND time < $1)
            OR (SELECT min(time) FROM whereismy.recent WHERE device = device.id AND time >= $1 + \(future))
                < (SELECT max(time) FROM whereismy.recent WHERE device = device.id) - \(future)
        """
    /// The first hour that is full: also of a clock that is days ahead, up to two days before the newest time by it.
    private static let oldest = """
        SELECT coalesce((SELECT min(time) FROM whereismy.recent WHERE device = $1 AND time < $2),
            (SELECT min(time) FROM whereismy.recent WHERE device = $1 AND time >= $2 + \(future)
                AND time < (SELECT max(time) FROM whereismy.recent WHERE device = $1) - \(future)))
        """
    /// Two days in milliseconds: what is less far ahead is full hours soon.
    private static let future = 172_800_000
    private static let removal = """
        DELETE FROM whereismy.recent WHERE device = $1 AND time >= $2 AND time < coalesce(
            (SELECT time FROM whereismy.recent WHERE device = $1 AND time >= $2 AND time < $3
                ORDER BY time OFFSET \(portion) LIMIT 1), $3)
        RETURNING time, \(RecentRows.columns)
        """

    private let connection: PostgresConnection
    private let segments: SegmentStore

    /// Creates a job of the collector's role.
    public init(_ connection: PostgresConnection) {
        self.connection = connection
        segments = SegmentStore(connection: connection)
    }

    /// Seals at most a number of hours of devices before a moment, and while there is time; then drops the partitions of
    /// days that are empty.
    ///
    /// The moment is two hours ago or more: later fixes of an hour that is sealed are merged into it. Hours that were
    /// sealed before an error stay sealed. The devices have turns of an hour each, in a random order, so that
    /// none waits for thousands of another.
    public func run(
        before moment: Timestamp, atMost limit: Int, while hasTime: () -> Bool = { true }
    ) throws -> Report {
        var report = Report()
        let end = Hour(containing: moment).start
        let due = try connection.query(Self.devices, [.integer(end.milliseconds)])
        var waiting = due.shuffled()
        while !waiting.isEmpty {
            waiting = try waiting.filter { row in
                guard report.hours < limit, report.hours == 0 || hasTime(), let device = row.integer(at: 0),
                    let name = row.text(at: 1),
                    let hour = try oldestHour(of: device, before: end)
                else { return false }
                return try seal(StoredHour(device: device, name: name, hour: hour), &report)
            }
        }
        report.isComplete = due.isEmpty
        if due.isEmpty { try RecentDays(connection).drop(before: end) }
        return report
    }

    private func oldestHour(of device: Int64, before end: Timestamp) throws(PostgresError) -> Hour? {
        try connection.query(Self.oldest, [.integer(device), .integer(end.milliseconds)]).first?.integer(at: 0)
            .map { Hour(containing: Timestamp(milliseconds: $0)) }
    }

    /// Seals an hour, or a portion of it; returns false if another collector writes it.
    private func seal(_ hour: StoredHour, _ report: inout Report) throws -> Bool {
        try connection.transaction {
            try connection.execute("SET LOCAL synchronous_commit = off")
            guard try segments.tryLock(hour) else { return false }
            let span = [hour.hour.start.milliseconds, hour.hour.last.milliseconds + 1]
            let rows = try connection.query(Self.removal, ([hour.device] + span).map(PostgresValue.integer))
            guard !rows.isEmpty else { return true }
            let points = rows.compactMap { RecentRows.point($0, device: hour.name) }
            let change = try segments.merge(points, into: hour)
            report.hours += 1
            report.fixes += rows.count
            report.damaged += change.damaged
            report.refused += change.refused.count
            return true
        }
    }
}
