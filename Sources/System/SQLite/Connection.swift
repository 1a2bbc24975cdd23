import CSQLite
import Linux

/// An open database, owned by one thread.
///
/// It is not `Sendable`, so the compiler confines it to that thread.
///
/// Safe to use: the handle is valid from `init` to `deinit` and never leaves this module.
@safe public final class Connection {
    /// The file.
    public let path: String

    let handle: OpaquePointer
    /// The work that `limitWork` allows.
    var allowance = WorkAllowance()
    /// The objects that statements may read and call; nil for all.
    var restriction: ReadRestriction?

    /// Opens a database.
    ///
    /// - Parameters:
    ///   - path: The file, or `:memory:` for a temporary database.
    ///   - mode: The access.
    ///   - busyTimeout: The maximum wait for another connection's lock; 0 fails immediately.
    /// - Throws: ``SQLiteError``. The first statement fails if the file is not a database. Nothing but regular files is
    ///   opened.
    public init(_ path: String, mode: OpenMode, busyTimeout: Duration = .seconds(5)) throws(SQLiteError) {
        if path != ":memory:" { try DatabaseFiles.check(path, mode: mode) }
        var handle: OpaquePointer?
        let name = path == ":memory:" ? path : mode.uri(try DatabaseFiles.target(path, mode: mode))
        // The name is lent to the call as a C string. The handle is set even if the call fails, unless memory is
        // exhausted, and must be closed.
        let code = unsafe sqlite3_open_v2(name, &handle, mode.flags(asRoot: FileOwner.isRoot), nil)
        guard code == SQLITE_OK, let opened = unsafe handle else {
            let error = unsafe Self.error(handle, code: code, sql: "open \(path)")
            unsafe sqlite3_close_v2(handle)
            throw error
        }
        unsafe self.handle = opened
        self.path = path
        let longest = Duration.milliseconds(Int64(Int32.max))
        let limit = min(max(busyTimeout, .zero), longest)
        unsafe sqlite3_busy_timeout(opened, Int32(limit / .milliseconds(1)))
    }

    deinit {
        // Statements retain the connection, so none is left here.
        unsafe sqlite3_close_v2(handle)
    }

    /// Runs one or more statements and ignores their rows.
    ///
    /// - Throws: ``SQLiteError``; statements before the failed one have run.
    public func execute(_ sql: String) throws(SQLiteError) {
        // The text is lent to the call as a C string.
        let code = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw error(code, sql: sql) }
    }

    /// Compiles a statement, and binds values to its parameters in their order.
    ///
    /// - Throws: ``SQLiteError``, also if the text holds no statement.
    public func prepare(_ sql: String, _ values: (any SQLiteValue)?...) throws(SQLiteError) -> Statement {
        let statement = try Statement(sql, on: self)
        try statement.bind(all: values)
        return statement
    }

    /// Runs a statement with the values of its parameters in their order, and ignores its rows.
    ///
    /// - Throws: ``SQLiteError``, also if the text holds no statement.
    public func run(_ sql: String, _ values: (any SQLiteValue)?...) throws(SQLiteError) {
        try Statement(sql, on: self).run(all: values)
    }

    /// Returns the first column of the first row as an integer, for pragmas and counts; nil for NULL or no row.
    public func integer(_ sql: String) throws(SQLiteError) -> Int64? {
        let statement = try prepare(sql)
        guard try statement.step() else { return nil }
        return statement.integer(at: 0)
    }

    /// Returns the first column of the first row as text; nil for NULL or no row.
    public func text(_ sql: String) throws(SQLiteError) -> String? {
        let statement = try prepare(sql)
        guard try statement.step() else { return nil }
        return statement.text(at: 0)
    }

    /// Returns the first bytes of a blob, for which only the pages that have them are read; nil without such a row.
    ///
    /// - Throws: ``SQLiteError``.
    public func beginning(
        ofBlob column: String, in table: String, row: Int64, upTo limit: Int
    ) throws(SQLiteError) -> [UInt8]? {
        var blob: OpaquePointer?
        // The names are lent to the call as C strings; a handle that is nil may be closed too.
        let opened = unsafe sqlite3_blob_open(handle, "main", table, column, row, 0, &blob)
        defer { unsafe sqlite3_blob_close(blob) }
        // SQLITE_ERROR says that there is no such row, or no blob in it.
        guard opened != SQLITE_ERROR else { return nil }
        guard opened == SQLITE_OK else { throw error(opened, sql: "open \(table).\(column)") }
        var bytes = [UInt8](repeating: 0, count: min(limit, Int(unsafe sqlite3_blob_bytes(blob))))
        // SQLite writes as many bytes as the array has.
        let code = unsafe sqlite3_blob_read(blob, &bytes, Int32(clamping: bytes.count), 0)
        guard code == SQLITE_OK else { throw error(code, sql: "read \(table).\(column)") }
        return bytes
    }

    /// The number of rows that the last INSERT, UPDATE or DELETE changed.
    public var changes: Int { Int(clamping: unsafe sqlite3_changes64(handle)) }

    /// The rowid of the last inserted row; 0 before the first insertion.
    public var lastInsertedRow: Int64 { unsafe sqlite3_last_insert_rowid(handle) }

    /// Leaves the write-ahead log and its index beside the database when the last connection closes, so that a reader
    /// without write permission for the directory can open it.
    public func persistWriteAheadLog() {
        var isPersistent: Int32 = 1
        // SQLite reads and writes the one value whose address it gets (SQLITE_FCNTL_PERSIST_WAL).
        unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_PERSIST_WAL, &isPersistent)
    }

    /// Returns true if the file was moved or deleted since it was opened, so that further writes are lost.
    public var hasMoved: Bool {
        var isMoved: Int32 = 0
        // SQLite writes the one value whose address it gets (SQLITE_FCNTL_HAS_MOVED).
        let code = unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &isMoved)
        return code == SQLITE_OK && isMoved != 0
    }

    /// Returns the error of the last call.
    func error(_ code: Int32, sql: String) -> SQLiteError {
        unsafe Self.error(handle, code: code, sql: sql)
    }

    private static func error(_ handle: OpaquePointer?, code: Int32, sql: String) -> SQLiteError {
        // SQLite owns both texts; they are copied before its next call.
        let text = unsafe handle == nil ? sqlite3_errstr(code) : sqlite3_errmsg(handle)
        let message = unsafe text.map { unsafe String(cString: $0) } ?? "error \(code)"
        return SQLiteError(extendedCode: code, message: message, sql: sql)
    }
}

extension Connection {
    /// The moment at which a transaction acquires its lock.
    public enum TransactionKind: String, Sendable {
        /// With the first statement that needs it: for reading a single snapshot.
        case deferred = "DEFERRED"
        /// Immediately: for writing, so that a concurrent writer cannot make it fail halfway.
        case immediate = "IMMEDIATE"
    }

    /// Returns true inside a transaction.
    public var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

    /// Runs a body in a transaction: all its changes are committed, or none.
    ///
    /// - Throws: errors of the body, after the rollback; ``SQLiteError`` of BEGIN or COMMIT.
    public func transaction<Result>(
        _ kind: TransactionKind = .immediate, _ body: () throws -> Result
    ) throws -> Result {
        try execute("BEGIN \(kind.rawValue)")
        do {
            let result = try body()
            // A read needs no commit, and SQLite refuses one after it met a damaged page.
            try execute(kind == .deferred ? "ROLLBACK" : "COMMIT")
            return result
        } catch {
            // SQLite rolls back automatically after some errors (full disk, I/O); report the first error.
            if isInTransaction { try? execute("ROLLBACK") }
            throw error
        }
    }
}

extension Connection {
    /// Registers the query `id MATCH nearest(x, y, z, reach)` for R*Trees of points in three dimensions: rows come in
    /// the order of the distance of their boxes from the point, up to the reach.
    ///
    /// The search visits the nearest box first (Hjaltason and Samet, "Distance browsing in spatial databases", ACM
    /// Transactions on Database Systems 24, 1999), so that the first rows cost a few nodes regardless of the size of the
    /// tree. Boxes hold 32-bit numbers, rounded outwards.
    public func addNearestQuery() throws(SQLiteError) {
        // No context, so there is nothing to destroy; each call carries all that the callback needs.
        let code = unsafe sqlite3_rtree_query_callback(handle, "nearest", scoreBox, nil, nil)
        guard code == SQLITE_OK else { throw error(code, sql: "nearest") }
    }
}

/// Scores each visited box by the square of its distance from the point.
private func scoreBox(_ query: UnsafeMutablePointer<sqlite3_rtree_query_info>?) -> Int32 {
    // SQLite lends the query for this call; the counts give the lengths of both lists.
    guard let query = unsafe query, unsafe query.pointee.nParam == 4, unsafe query.pointee.nCoord == 6,
        let parameters = unsafe query.pointee.aParam, let box = unsafe query.pointee.aCoord
    else { return SQLITE_ERROR }
    var square = 0.0
    for axis in 0..<3 {
        let (at, low, high) = unsafe (parameters[axis], box[2 * axis], box[2 * axis + 1])
        let outside = max(low - at, at - high, 0)
        square += outside * outside
    }
    let reach = unsafe parameters[3]
    unsafe query.pointee.eWithin = square <= reach * reach ? PARTLY_WITHIN : NOT_WITHIN
    unsafe query.pointee.rScore = square
    return SQLITE_OK
}
