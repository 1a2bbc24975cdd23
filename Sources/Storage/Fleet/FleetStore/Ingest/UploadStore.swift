public import Basics
public import FleetProtocol
public import Linux
public import PostgreSQL

/// Stores what devices send, many uploads in one commit.
///
/// The same upload may come any number of times, in any order and through any number of collectors: each point is
/// stored once, by its device and time. Owned by the thread of its connection, which has the rights of the collector.
public final class UploadStore {
    /// A transaction that the database ends for the sake of another one succeeds when it is repeated, and one for a
    /// device that was removed meanwhile when the devices are looked up again.
    private static let maxAttempts = 10
    /// A check of a table is violated: also that of the default partition, by a row that has waited for the new
    /// partition of its day, and finds it when it is repeated.
    private static let checkViolation = "23514"

    private let connection: PostgresConnection
    private let uptime: @Sendable () -> Duration
    private var directory = DeviceDirectory()
    private var isPrepared = false

    /// Creates an ingest with a connection of the service, which nothing else uses; `uptime` decides how long devices
    /// are cached.
    public init(_ connection: PostgresConnection, uptime: @escaping @Sendable () -> Duration = { SystemClock.uptime }) {
        self.connection = connection
        self.uptime = uptime
    }

    /// Stores uploads in one commit, and returns an answer for each, in order.
    ///
    /// A point or event that the database does not accept is found by halving, and only it is refused; the halves have
    /// commits of their own.
    ///
    /// - Throws: ``PostgresError`` if the database is away or does not work; what was stored may be sent again.
    public func store(_ uploads: [DeviceUpload]) throws(PostgresError) -> [UploadResult] {
        guard !uploads.isEmpty else { return [] }
        var clean = uploads
        let unstorable = clean.indices.map { clean[$0].sanitise() }
        let (known, refusals) = try withDevices(Set(uploads.map(\.device))) { known throws(PostgresError) in
            let devices = uploads.map { known[$0.device].flatMap { $0.isDisabled ? nil : $0.id } }
            return (known, try attempt(IngestItems(clean, devices: devices, without: unstorable), clean))
        }
        let all = Dictionary(grouping: refusals + Self.refusals(unstorable)) { $0.upload }
        return uploads.indices.map { index in
            let entry = known[uploads[index].device]
            guard let entry, !entry.isDisabled else { return Self.rejection(entry) }
            let refused = (all[index] ?? []).map(\.refusal).sorted { $0.index < $1.index }
            let content = uploads[index].content
            return .stored(content.points.count + content.events.count - refused.count, refused: refused)
        }
    }

    /// Runs a body with what is known of devices, and repeats it if one of them was removed meanwhile: another one may
    /// have its name.
    private func withDevices<Result>(
        _ names: Set<DeviceName>, _ body: ([DeviceName: DeviceDirectory.Entry]) throws(PostgresError) -> Result
    ) throws(PostgresError) -> Result {
        var attempt = 0
        while true {
            attempt += 1
            let known = try directory.entries(of: names, at: uptime(), connection)
            do { return try body(known) } catch {
                directory.forget()
                guard error.isMissingDevice, attempt < Self.maxAttempts else { throw error }
            }
        }
    }

    private static func refusals(_ unstorable: [Set<Int>]) -> [RefusedUploadItem] {
        unstorable.enumerated().flatMap { upload, items in
            items.map { (upload, UploadResult.RefusedItem(index: $0, reason: "time, which is not in 1970 to 9999")) }
        }
    }

    /// Stores the status of a device; one of an unknown or disabled device is ignored.
    ///
    /// An online status counts as a report of the device at the time that it states: a retained one may be old. One
    /// that is offline changes nothing else: as a will it proves nothing about the device. Only the broker's will ends
    /// a status; without it, the device is neither online nor offline.
    ///
    /// - Returns: True if a boot reports again after another one did, of a second machine.
    @discardableResult
    public func store(
        _ status: DeviceStatus, of device: DeviceName, received: Timestamp, byBroker: Bool
    ) throws(PostgresError) -> Bool {
        var status = status
        status.nameConflict = nil
        let report = status.isOnline ? status.time.map { min($0, received) } : nil
        let values = [
            .boolean(status.isOnline), .text(String(decoding: status.json, as: UTF8.self)),
            PostgresValue(status.staleAfter?.milliseconds), PostgresValue(report?.milliseconds), .boolean(byBroker),
        ]
        return try withDevices([device]) { known throws(PostgresError) in
            guard let entry = known[device], !entry.isDisabled else { return false }
            let rows = try connection.query(Self.statusUpdate, [.integer(Int64(entry.id))] + values)
            guard let row = rows.first else { throw .missingDevice }
            return row.boolean(at: 0) ?? false
        }
    }

    /// A machine does not return to an earlier boot: if one reports before and after another, two machines do.
    ///
    /// The newest times of the boots of the last day are kept, at most 8. All times are of the devices, so that those
    /// which a second collector stores late prove nothing, nor do those of a clock that may be wrong after a boot.
    private static let statusUpdate = """
        WITH old AS (SELECT device, status FROM whereismy.last WHERE device = $1 FOR NO KEY UPDATE),
        known AS (
            SELECT key, value::bigint AS time FROM old, jsonb_each_text(coalesce(old.status->'boots', '{}'))),
        boot AS (
            SELECT CASE WHEN $3::jsonb->>'clock' IS DISTINCT FROM 'unsynchronised' THEN $3::jsonb->>'boot' END AS key,
                $5::bigint AS time),
        conflict AS (
            SELECT $2 AND EXISTS (
                SELECT FROM boot JOIN known mine USING (key) JOIN known other ON other.key <> boot.key
                WHERE mine.time < other.time AND other.time < boot.time) AS is_new),
        boots AS (
            SELECT jsonb_object_agg(key, time) AS times FROM (
                SELECT key, max(time) AS time FROM (TABLE known UNION ALL TABLE boot) reports
                WHERE key IS NOT NULL AND time > coalesce((SELECT time FROM boot), 0) - 86400000
                GROUP BY key ORDER BY 2 DESC LIMIT 8) newest)
        UPDATE whereismy.last l SET is_online = CASE WHEN $6 THEN $2::boolean END,
            status = CASE WHEN $2 THEN $3::jsonb || jsonb_strip_nulls(jsonb_build_object('boots', boots.times,
                    'nameConflict', CASE WHEN is_new THEN $3::jsonb->>'time' ELSE old.status->>'nameConflict' END))
                ELSE jsonb_set(l.status, '{state}', '"offline"') END,
            stale_after = CASE WHEN $2 THEN $4 ELSE l.stale_after END,
            received = greatest(l.received, $5), version = pg_current_xact_id()
        FROM old, conflict, boots WHERE l.device = old.device
        RETURNING is_new
        """

    private static func rejection(_ entry: DeviceDirectory.Entry?) -> UploadResult {
        .forbidden(entry == nil ? "unknown device" : "the device is disabled")
    }

    /// Stores items; if one of them is to blame, each half separately.
    private func attempt(_ items: IngestItems, _ uploads: [DeviceUpload]) throws(PostgresError) -> [RefusedUploadItem] {
        guard items.count > 0 else { return [] }
        do {
            return try commit(items, uploads)
        } catch {
            guard error.isInvalidData, !error.isMissingDevice, !error.isConnectionLost else { throw error }
            if items.count == 1, let item = items.points.first ?? items.events.first {
                return [(Int(item.upload), UploadResult.RefusedItem(index: Int(item.index), reason: error.message))]
            }
        }
        var refusals: [RefusedUploadItem] = []
        for half in items.halves { refusals += try attempt(half, uploads) }
        return refusals
    }

    private func commit(_ items: IngestItems, _ uploads: [DeviceUpload]) throws(PostgresError) -> [RefusedUploadItem] {
        if !isPrepared {
            try IngestWriter.prepare(connection)
            isPrepared = true
        }
        let writer = IngestWriter(connection, uploads)
        var (attempt, violations) = (0, 0)
        while true {
            attempt += 1
            do {
                return try connection.atomically { () throws(PostgresError) in try writer.write(items) }
            } catch {
                // Counted on its own: a transient error may have come before it.
                let isViolation = error.sqlState == Self.checkViolation
                if isViolation { violations += 1 }
                let mayPass = error.isTransient || isViolation && violations == 1
                guard mayPass, attempt < Self.maxAttempts else { throw error }
            }
        }
    }
}
