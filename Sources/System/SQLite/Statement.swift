import CSQLite

/// A compiled statement: bind its parameters, step through its rows, reset it and go again.
///
/// Parameters count from 1 and columns from 0, as SQLite counts them. Safe to use: the handle is valid from `init` to
/// `deinit`, and the connection lives as long.
@safe public final class Statement {
    private let connection: Connection
    let handle: OpaquePointer
    private let sql: String

    init(_ sql: String, on connection: Connection) throws(SQLiteError) {
        var handle: OpaquePointer?
        // The text is lent to the call as a C string; no handle comes of text without a statement.
        let code = unsafe sqlite3_prepare_v2(connection.handle, sql, -1, &handle, nil)
        guard code == SQLITE_OK else { throw connection.error(code, sql: sql) }
        guard let compiled = unsafe handle else {
            throw SQLiteError(extendedCode: SQLITE_MISUSE, message: "no statement in the text", sql: sql)
        }
        unsafe self.handle = compiled
        self.connection = connection
        self.sql = sql
    }

    deinit {
        unsafe sqlite3_finalize(handle)
    }

    /// Goes to the next row; false when there is none, and then the statement is reset.
    ///
    /// - Throws: ``SQLiteError``; the statement is then reset.
    public func step() throws(SQLiteError) -> Bool {
        let code = unsafe sqlite3_step(handle)
        if code == SQLITE_ROW { return true }
        guard code == SQLITE_DONE else {
            let error = connection.error(code, sql: sql)
            reset()
            throw error
        }
        reset()
        return false
    }

    /// Runs a statement to its end, whatever rows it has.
    ///
    /// - Throws: ``SQLiteError``.
    public func run() throws(SQLiteError) {
        while try step() {}
    }

    /// Goes back to before the first row; parameters stay bound.
    public func reset() {
        // What it returns is the error of the last step, which that step has thrown.
        unsafe sqlite3_reset(handle)
    }
}

extension Statement {
    /// Binds a number, or NULL.
    ///
    /// - Throws: ``SQLiteError`` where there is no such parameter, or the statement has not been reset.
    public func bind(_ value: Int64?, at index: Int) throws(SQLiteError) {
        guard let value else { return try bindNull(at: index) }
        try check(unsafe sqlite3_bind_int64(handle, Int32(clamping: index), value))
    }

    /// Binds a number with a fraction, or NULL; NaN becomes NULL.
    ///
    /// - Throws: ``SQLiteError`` as of the others.
    public func bind(_ value: Double?, at index: Int) throws(SQLiteError) {
        guard let value else { return try bindNull(at: index) }
        try check(unsafe sqlite3_bind_double(handle, Int32(clamping: index), value))
    }

    /// Binds text, or NULL.
    ///
    /// - Throws: ``SQLiteError`` as of the others.
    public func bind(_ value: String?, at index: Int) throws(SQLiteError) {
        guard var value else { return try bindNull(at: index) }
        let code = value.withUTF8 { text in
            // SQLite copies that many bytes before the call returns.
            unsafe text.withMemoryRebound(to: CChar.self) { characters in
                // Empty text has no address; with NULL for it SQLite would bind NULL.
                guard let start = characters.baseAddress else {
                    return unsafe whereismy_bind_text(handle, Int32(clamping: index), "", 0)
                }
                return unsafe whereismy_bind_text(handle, Int32(clamping: index), start, UInt64(characters.count))
            }
        }
        try check(code)
    }

    /// Binds bytes, or NULL.
    ///
    /// - Throws: ``SQLiteError`` as of the others.
    public func bind(_ value: [UInt8]?, at index: Int) throws(SQLiteError) {
        guard let value else { return try bindNull(at: index) }
        // An empty array may have no address, with which SQLite would bind NULL.
        guard !value.isEmpty else { return try check(unsafe sqlite3_bind_zeroblob(handle, Int32(clamping: index), 0)) }
        // SQLite copies that many bytes before the call returns.
        let code = unsafe value.withUnsafeBytes {
            unsafe whereismy_bind_blob(handle, Int32(clamping: index), $0.baseAddress, UInt64($0.count))
        }
        try check(code)
    }

    /// Binds NULL.
    ///
    /// - Throws: ``SQLiteError`` as of the others.
    public func bindNull(at index: Int) throws(SQLiteError) {
        try check(unsafe sqlite3_bind_null(handle, Int32(clamping: index)))
    }

    private func check(_ code: Int32) throws(SQLiteError) {
        guard code == SQLITE_OK else { throw connection.error(code, sql: sql) }
    }
}

/// The columns of the row that ``Statement/step()`` has gone to; a column that is not there reads as NULL.
extension Statement {
    /// A column as a number; nil for NULL.
    ///
    /// Text and bytes are read as the number they begin with, else 0.
    public func integer(at column: Int) -> Int64? {
        isNull(at: column) ? nil : unsafe sqlite3_column_int64(handle, Int32(clamping: column))
    }

    /// A column as a number with a fraction; nil for NULL.
    public func real(at column: Int) -> Double? {
        isNull(at: column) ? nil : unsafe sqlite3_column_double(handle, Int32(clamping: column))
    }

    /// A column as text; nil for NULL.
    ///
    /// Bytes that are no UTF-8 are replaced by U+FFFD.
    public func text(at column: Int) -> String? {
        let column = Int32(clamping: column)
        // The text belongs to SQLite until the next step; its length is asked for after it, as SQLite wants.
        guard let start = unsafe sqlite3_column_text(handle, column) else { return nil }
        let count = Int(unsafe sqlite3_column_bytes(handle, column))
        return unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// A column as bytes; nil for NULL, empty for bytes of no length.
    public func blob(at column: Int) -> [UInt8]? {
        guard !isNull(at: column) else { return nil }
        let column = Int32(clamping: column)
        // The bytes belong to SQLite until the next step; none have no address.
        guard let start = unsafe sqlite3_column_blob(handle, column) else { return [] }
        let count = Int(unsafe sqlite3_column_bytes(handle, column))
        return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    }

    /// Whether a column is NULL.
    public func isNull(at column: Int) -> Bool {
        unsafe sqlite3_column_type(handle, Int32(clamping: column)) == SQLITE_NULL
    }
}
