import Location
import SQLite

/// A history in a database of SQLite: new points as rows, full hours sealed into segments.
///
/// The write-ahead log lets any number of processes read while one writes. Nothing that was committed is lost by a crash
/// or a power cut (`synchronous = FULL`).
public final class SQLiteHistory: HistoryStore {
    /// What is done with the file.
    public enum Access: Sendable {
        /// It is read and written, and made where it is not there.
        case readWrite
        /// It is read, and has to be there.
        case readOnly
    }

    /// The file.
    public let path: String

    /// Whether there are points of more devices than can be told apart: those of the last ones have a name in common.
    public var hasDeviceOverflow: Bool { devices.hasOverflow }

    /// Changes when another connection writes.
    private var dataVersion: Int64?

    let connection: Connection
    let devices: DeviceTable
    let recent: RecentTable
    let segments: SegmentTable
    let outlines: OutlineTable
    let placeEvents: PlaceEventTable

    /// Opens a history.
    ///
    /// - Throws: ``HistoryError``; a file of somebody else is left as it is.
    public init(path: String, access: Access) throws {
        self.path = path
        do {
            let opener = HistorySchema.opener
            connection = try access == .readWrite ? opener.openForWriting(path) : opener.openForReading(path)
            devices = DeviceTable(connection)
            recent = try RecentTable(connection)
            segments = SegmentTable(connection: connection)
            outlines = OutlineTable(connection: connection)
            placeEvents = PlaceEventTable(connection: connection)
        } catch {
            throw HistoryError.adding(path: path, to: error)
        }
    }

    /// Reads from one state of the database, whatever others write meanwhile.
    func read<Result>(_ body: () throws -> Result) throws -> Result {
        try mapErrors { try connection.isInTransaction ? body() : connection.transaction(.deferred, body) }
    }

    /// Changes everything the body does, or nothing.
    func write<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try mapErrors {
                try connection.transaction(.immediate) {
                    // Another program may have removed a device that is known here, and given its number away.
                    let version = try connection.integer("PRAGMA data_version")
                    if version != dataVersion { devices.invalidateCache() }
                    dataVersion = version
                    return try body()
                }
            }
        } catch {
            devices.invalidateCache()
            throw error
        }
    }

    /// Does what may not stand in a transaction.
    func maintain(_ body: () throws -> Void) throws {
        try mapErrors(body)
    }

    /// Says which file it was that SQLite failed on.
    private func mapErrors<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch {
            throw HistoryError.adding(path: path, to: error)
        }
    }
}

extension SQLiteHistory {
    /// The devices that points have come from, by name.
    ///
    /// - Throws: ``HistoryError``.
    public func deviceNames() throws -> [String] {
        try read { try devices.all() }
    }
}

extension SQLiteHistory {
    /// What is there, in figures.
    ///
    /// - Throws: ``HistoryError``.
    public func info() throws -> HistoryInfo {
        try read {
            var tally = SpanCounter()
            let rows = try recent.keys()
            var waiting = rows.map(\.time)[...]
            var numbers = Set(rows.map(\.device))
            var segmentCount = 0
            let heads = try segments.headers(.all)
            while let head = try heads.next() {
                while let time = waiting.first, time <= head.start { tally.add(waiting.removeFirst()) }
                tally.add(head.span, count: head.count)
                numbers.insert(head.device)
                segmentCount += 1
            }
            for time in waiting { tally.add(time) }
            let pageSize = try number("page_size")
            return HistoryInfo(
                fixes: tally.fixes, recent: rows.count,
                placeEvents: try placeEvents.exists() ? placeEvents.count() : 0, segments: segmentCount,
                bytes: try number("page_count") * pageSize, freeBytes: try number("freelist_count") * pageSize,
                first: tally.first, last: tally.last, devices: try numbers.map(devices.name).sorted(), gaps: tally.gaps)
        }
    }

    private func number(_ pragma: String) throws -> Int {
        Int(clamping: try connection.integer("PRAGMA \(pragma)") ?? 0)
    }
}
