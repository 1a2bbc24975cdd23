import CSQLite

/// An open database, owned by one thread.
///
/// It is not `Sendable`, so the compiler keeps it there.
///
/// Safe to use: the handle is valid from `init` to `deinit` and never leaves this module.
@safe public final class Connection {
    /// The file.
    public let path: String

    let handle: OpaquePointer
    /// What is left of the work that `limitWork` allows.
    var remainingWork = Int.max

    /// Opens a database.
    ///
    /// - Parameters:
    ///   - path: The file, or `:memory:` for one that ends with the connection.
    ///   - mode: What may be done to it.
    ///   - busyTimeout: How long to wait for a lock of somebody else; 0 fails at once.
    /// - Throws: ``SQLiteError``. Whether a file is a database is found out by the first statement.
    public init(_ path: String, mode: OpenMode, busyTimeout: Duration = .seconds(5)) throws(SQLiteError) {
        var handle: OpaquePointer?
        let name = path == ":memory:" ? path : mode.uri(path)
        // The name is lent to the call as a C string; the handle is filled even where the call fails, unless memory
        // is out, and has to be closed.
        let code = unsafe sqlite3_open_v2(name, &handle, mode.flags, nil)
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
        // Statements hold the connection, so none is left here.
        unsafe sqlite3_close_v2(handle)
    }

    /// Runs one or more statements whose rows are of no interest.
    ///
    /// - Throws: ``SQLiteError``; the statements before the one that failed have been run.
    public func execute(_ sql: String) throws(SQLiteError) {
        // The text is lent to the call as a C string.
        let code = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw error(code, sql: sql) }
    }

    /// Compiles one statement.
    ///
    /// - Throws: ``SQLiteError``, also where the text holds no statement.
    public func prepare(_ sql: String) throws(SQLiteError) -> Statement {
        try Statement(sql, on: self)
    }

    /// The first column of the first row as a number, for pragmas and counts; nil for NULL or no row.
    ///
    /// - Throws: ``SQLiteError``.
    public func integer(_ sql: String) throws(SQLiteError) -> Int64? {
        let statement = try prepare(sql)
        guard try statement.step() else { return nil }
        return statement.integer(at: 0)
    }

    /// The first column of the first row as text; nil for NULL or no row.
    ///
    /// - Throws: ``SQLiteError``.
    public func text(_ sql: String) throws(SQLiteError) -> String? {
        let statement = try prepare(sql)
        guard try statement.step() else { return nil }
        return statement.text(at: 0)
    }

    /// How many rows the last INSERT, UPDATE or DELETE has changed.
    public var changes: Int { Int(clamping: unsafe sqlite3_changes64(handle)) }

    /// The rowid of the last row inserted; 0 before there is one.
    public var lastInsertedRow: Int64 { unsafe sqlite3_last_insert_rowid(handle) }

    /// Keeps the write-ahead log and its index beside the database when the last connection closes, so that a reader
    /// who may not write to the directory can open it.
    public func persistWriteAheadLog() {
        var isKept: Int32 = 1
        // SQLite reads and writes the one value whose address it gets (SQLITE_FCNTL_PERSIST_WAL).
        unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_PERSIST_WAL, &isKept)
    }

    /// Whether the file was moved or deleted since it was opened: what is written now goes where nobody looks.
    public var hasMoved: Bool {
        var isMoved: Int32 = 0
        // SQLite writes the one value whose address it gets (SQLITE_FCNTL_HAS_MOVED).
        let code = unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &isMoved)
        return code == SQLITE_OK && isMoved != 0
    }

    /// What a call has just failed with.
    func error(_ code: Int32, sql: String) -> SQLiteError {
        unsafe Self.error(handle, code: code, sql: sql)
    }

    private static func error(_ handle: OpaquePointer?, code: Int32, sql: String) -> SQLiteError {
        // Both texts belong to SQLite and are copied before its next call.
        let words = unsafe handle == nil ? sqlite3_errstr(code) : sqlite3_errmsg(handle)
        let message = unsafe words.map { unsafe String(cString: $0) } ?? "error \(code)"
        return SQLiteError(extendedCode: code, message: message, sql: sql)
    }
}

extension Connection {
    /// When a transaction takes its lock.
    public enum TransactionKind: String, Sendable {
        /// With the first statement that needs it: for reading alone, from one unchanging state of the database.
        case deferred = "DEFERRED"
        /// At once: for writing, so that it cannot fail halfway because somebody else has begun to write.
        case immediate = "IMMEDIATE"
    }

    /// Whether a transaction is open.
    public var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

    /// Runs a body whose changes are all made, or none.
    ///
    /// - Throws: what the body throws, after everything is as it was; ``SQLiteError`` of BEGIN or COMMIT.
    public func transaction<Result>(
        _ kind: TransactionKind = .immediate, _ body: () throws -> Result
    ) throws -> Result {
        try execute("BEGIN \(kind.rawValue)")
        do {
            let result = try body()
            // There is nothing to commit of what was only read, and where a page was damaged SQLite refuses to.
            try execute(kind == .deferred ? "ROLLBACK" : "COMMIT")
            return result
        } catch {
            // SQLite has rolled back by itself after some errors (full disk, I/O); the first error is what matters.
            if isInTransaction { try? execute("ROLLBACK") }
            throw error
        }
    }
}

extension Connection {
    /// How many steps of SQLite's own machine one unit of work is.
    static let stepsPerWorkUnit: Int32 = 1000

    /// Ends statements with an error once they have done so much work, counted from now on and for all of them together:
    /// a view in a foreign file may never come to an end.
    ///
    /// - Parameter units: thousands of steps, each some ten to a hundred nanoseconds.
    public func limitWork(to units: Int) {
        remainingWork = units
        // The context is this connection, which closes the handle at its own end.
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe sqlite3_progress_handler(handle, Self.stepsPerWorkUnit, countWork, context)
    }

    /// Lets no value be longer than that, also not while it is made.
    ///
    /// - Parameter bytes: at most the 1 GB that SQLite is built for.
    public func limitLength(to bytes: Int) {
        unsafe sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Int32(clamping: bytes))
    }
}

/// Called each thousand steps; anything but 0 ends the statement.
private func countWork(_ context: UnsafeMutableRawPointer?) -> Int32 {
    // The context is the connection whose statement is running, on this very thread.
    guard let connection = unsafe context.map({ unsafe Unmanaged<Connection>.fromOpaque($0).takeUnretainedValue() })
    else { return 0 }
    connection.remainingWork -= 1
    return connection.remainingWork < 0 ? 1 : 0
}

extension Connection {
    /// Gives this connection the query `id MATCH nearest(x, y, z, reach)` of R*Trees of points in three dimensions: rows
    /// come in the order of how far their boxes are from the point, those beyond the reach are left out.
    ///
    /// The tree is looked through with the nearest box first (Hjaltason and Samet, "Distance browsing in spatial
    /// databases", ACM Transactions on Database Systems 24, 1999), so that the first rows cost a few of its nodes
    /// however many there are. Boxes hold numbers of 32 bits, rounded outwards.
    ///
    /// - Throws: ``SQLiteError``.
    public func addNearestQuery() throws(SQLiteError) {
        // No context and so nothing to destroy; all that the callback knows comes with each call.
        let code = unsafe sqlite3_rtree_query_callback(handle, "nearest", scoreBox, nil, nil)
        guard code == SQLITE_OK else { throw error(code, sql: "nearest") }
    }
}

/// Called for each box that the search comes by: scores it by the square of its distance from the point.
private func scoreBox(_ query: UnsafeMutablePointer<sqlite3_rtree_query_info>?) -> Int32 {
    // SQLite lends the query for this call; the counts beside both lists say how long they are.
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
