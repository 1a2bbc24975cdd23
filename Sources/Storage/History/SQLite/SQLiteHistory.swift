import SQLite

/// A history in an SQLite database: new points as rows, full hours sealed into segments.
///
/// The write-ahead log lets any number of processes read during a write. A crash or a power cut loses nothing that was
/// committed (`synchronous = FULL`).
///
/// Points are rounded to steps (see `Segment` of `HistoryEncoding`). Of two points with the same device and time, the
/// first is kept. Times from 1970 to 9999 can be stored.
public final class SQLiteHistory: HistoryReader {
    /// The access to the file.
    public enum Access: Sendable {
        /// Reads and writes; creates the file if it does not exist.
        case readWrite
        /// Reads an existing file.
        case readOnly
        /// Reads the file of another machine, whose maker is not trusted: one that would not end is an error.
        case foreign
    }

    /// The path of the file.
    public let path: String

    /// Returns true if there are more devices than can be distinguished; the last ones share a name.
    public var hasDeviceOverflow: Bool { devices.hasOverflow }

    /// The value of `PRAGMA data_version`, which changes when another connection writes.
    private var dataVersion: Int64?

    let connection: Connection
    let devices: DeviceTable
    let recent: RecentTable
    let segments: SegmentTable
    let outlines: OutlineTable
    let placeEvents: PlaceEventTable
    let lateRuns: LateRunTable
    let parts: TrackPartTable
    let imports: ImportTable
    let importedHours: ImportedHourTable

    /// Opens a history.
    ///
    /// - Throws: ``HistoryError``; a file of another program stays unchanged.
    public init(path: String, access: Access) throws {
        self.path = path
        do {
            let opener = HistorySchema.opener
            connection = try access == .readWrite ? opener.openForWriting(path) : opener.openForReading(path)
            if access == .foreign { try ForeignSchema.check(connection) }
            // Readers see none either way, so that a full disk is no reason not to open.
            if access == .readWrite { try? StoredCredentials(connection: connection).remove() }
            devices = DeviceTable(connection)
            recent = try RecentTable(connection)
            segments = SegmentTable(connection: connection)
            outlines = OutlineTable(connection: connection)
            placeEvents = PlaceEventTable(connection: connection)
            lateRuns = LateRunTable(connection: connection)
            parts = TrackPartTable(connection: connection)
            imports = ImportTable(connection: connection)
            importedHours = ImportedHourTable(connection: connection)
        } catch {
            throw HistoryError.adding(path: path, to: error)
        }
    }

    /// Reads from a single snapshot of the database, unaffected by concurrent writers.
    func read<Result>(_ body: () throws -> Result) throws -> Result {
        try mapErrors {
            guard !connection.isInTransaction else { return try body() }
            return try connection.transaction(.deferred) {
                try refreshDevices()
                return try body()
            }
        }
    }

    /// Runs a body in a transaction: all its changes are committed, or none.
    func write<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try mapErrors {
                try connection.transaction(.immediate) {
                    try refreshDevices()
                    return try body()
                }
            }
        } catch {
            devices.invalidateCache()
            throw error
        }
    }

    /// Forgets the cached devices after another program wrote, which may have removed one and reused its number; within a
    /// transaction.
    private func refreshDevices() throws {
        let version = try connection.integer("PRAGMA data_version")
        if version != dataVersion { devices.invalidateCache() }
        dataVersion = version
    }

    /// Runs a body that must not be in a transaction.
    func maintain(_ body: () throws -> Void) throws {
        try mapErrors(body)
    }

    /// Runs a body and adds the path of the file to SQLite's errors.
    private func mapErrors<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch {
            throw HistoryError.adding(path: path, to: error)
        }
    }
}

extension SQLiteHistory {
    /// Returns the names of the devices with points, sorted.
    ///
    /// - Throws: ``HistoryError``.
    public func deviceNames() throws -> [String] {
        try read { try devices.all() }
    }
}

extension SQLiteHistory {
    /// Returns the statistics of the history.
    ///
    /// - Throws: ``HistoryError``.
    public func info() throws -> HistoryInfo {
        try read {
            var counter = SpanCounter()
            let rows = try recent.keys()
            var waiting = rows.map(\.time)[...]
            var numbers = Set(rows.map(\.device))
            var segmentCount = 0
            let headers = try segments.headers(.all)
            while let header = try headers.next() {
                while let time = waiting.first, time <= header.start { counter.add(waiting.removeFirst()) }
                counter.add(header.span, count: header.count)
                numbers.insert(header.device)
                segmentCount += 1
            }
            for time in waiting { counter.add(time) }
            let pageSize = try number("page_size")
            return HistoryInfo(
                fixes: counter.fixes, recent: rows.count,
                placeEvents: try placeEvents.exists() ? placeEvents.count() : 0, segments: segmentCount,
                bytes: try number("page_count") * pageSize, freeBytes: try number("freelist_count") * pageSize,
                first: counter.first, last: counter.last, devices: try numbers.map(devices.name).sorted(),
                gaps: counter.gaps)
        }
    }

    private func number(_ pragma: String) throws -> Int {
        Int(clamping: try connection.integer("PRAGMA \(pragma)") ?? 0)
    }
}
