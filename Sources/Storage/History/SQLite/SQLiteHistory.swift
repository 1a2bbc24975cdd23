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
    public var isCrowded: Bool { devices.isCrowded }

    /// Changes when another connection writes.
    private var dataVersion: Int64?

    let connection: Connection
    let devices: DeviceTable
    let recent: RecentTable
    let segments: SegmentTable
    let outlines: OutlineTable
    let occurrences: OccurrenceTable

    /// Opens a history.
    ///
    /// - Throws: ``HistoryError``; a file of somebody else is left as it is.
    public init(path: String, access: Access) throws {
        self.path = path
        do {
            connection =
                try access == .readWrite ? HistoryFile.openForWriting(path) : HistoryFile.openForReading(path)
            devices = DeviceTable(connection)
            recent = try RecentTable(connection)
            segments = SegmentTable(connection: connection)
            outlines = OutlineTable(connection: connection)
            occurrences = OccurrenceTable(connection: connection)
        } catch let error as SQLiteError {
            throw error.isUnopenable && access == .readWrite
                ? HistoryError.uncreatable(path: path, reason: error.message)
                : HistoryError.database(path: path, error)
        }
    }

    /// Reads from one state of the database, whatever others write meanwhile.
    func reading<Result>(_ body: () throws -> Result) throws -> Result {
        try naming { try connection.isInTransaction ? body() : connection.transaction(.deferred, body) }
    }

    /// Changes everything the body does, or nothing.
    func writing<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try naming {
                try connection.transaction(.immediate) {
                    // Another program may have removed a device that is known here, and given its number away.
                    let version = try connection.integer("PRAGMA data_version")
                    if version != dataVersion { devices.forget() }
                    dataVersion = version
                    return try body()
                }
            }
        } catch {
            devices.forget()
            throw error
        }
    }

    /// Does what may not stand in a transaction.
    func maintaining(_ body: () throws -> Void) throws {
        try naming(body)
    }

    /// Says which file it was that SQLite failed on.
    private func naming<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as SQLiteError {
            throw HistoryError.database(path: path, error)
        }
    }
}
