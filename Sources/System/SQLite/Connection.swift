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
