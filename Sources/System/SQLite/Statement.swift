import CSQLite

/// A compiled statement: bind its parameters, step through its rows, then reset it for the next use.
///
/// Parameters count from 1 and columns from 0, as in SQLite. Safe to use: the handle is valid from `init` to `deinit`,
/// and the statement retains the connection.
@safe public final class Statement {
    private let connection: Connection
    let handle: OpaquePointer
    private let sql: String

    init(_ sql: String, on connection: Connection) throws(SQLiteError) {
        var handle: OpaquePointer?
        // The text is lent to the call as a C string; text without a statement yields no handle.
        let code = unsafe sqlite3_prepare_v2(connection.handle, sql, -1, &handle, nil)
        guard code == SQLITE_OK else { throw connection.error(code, sql: sql) }
        guard let compiled = unsafe handle else {
            throw SQLiteError(extendedCode: SQLITE_MISUSE, message: "no statement in the SQL text", sql: sql)
        }
        unsafe self.handle = compiled
        self.connection = connection
        self.sql = sql
    }

    deinit {
        unsafe sqlite3_finalize(handle)
    }

    /// Advances to the next row; returns false after the last row, with the statement reset.
    ///
    /// - Throws: ``SQLiteError``, with the statement reset.
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

    /// Binds values to parameters in their order, runs the statement to its end and ignores its rows.
    ///
    /// - Throws: ``SQLiteError``.
    public func run(_ values: (any SQLiteValue)?...) throws(SQLiteError) { try run(all: values) }

    func run(all values: [(any SQLiteValue)?]) throws(SQLiteError) {
        try bind(all: values)
        while try step() {}
    }

    /// Resets the statement; parameters stay bound.
    public func reset() {
        // The result is the error of the last step, which that step threw.
        unsafe sqlite3_reset(handle)
    }
}

/// A value of a parameter: an integer, a floating-point number, text or bytes.
public protocol SQLiteValue {
    /// Binds the value to a parameter of a statement.
    ///
    /// - Throws: ``SQLiteError`` if there is no such parameter, or the statement is not reset.
    func bind(to statement: Statement, at index: Int) throws(SQLiteError)
}

extension Statement {
    /// Binds a value, or NULL.
    ///
    /// - Throws: ``SQLiteError`` if there is no such parameter, or the statement is not reset.
    public func bind(_ value: (any SQLiteValue)?, at index: Int) throws(SQLiteError) {
        guard let value else { return try check(unsafe sqlite3_bind_null(handle, Int32(clamping: index))) }
        try value.bind(to: self, at: index)
    }

    /// Binds the values of parameters in their order, from the first one on.
    ///
    /// - Throws: ``SQLiteError`` as for one value.
    public func bind(_ values: (any SQLiteValue)?...) throws(SQLiteError) { try bind(all: values) }

    func bind(all values: [(any SQLiteValue)?]) throws(SQLiteError) {
        for (index, value) in values.enumerated() { try bind(value, at: index + 1) }
    }

    fileprivate func check(_ code: Int32) throws(SQLiteError) {
        guard code == SQLITE_OK else { throw connection.error(code, sql: sql) }
    }
}

extension Int64: SQLiteValue {
    /// Binds an integer.
    public func bind(to statement: Statement, at index: Int) throws(SQLiteError) {
        try statement.check(unsafe sqlite3_bind_int64(statement.handle, Int32(clamping: index), self))
    }
}

extension Double: SQLiteValue {
    /// Binds a floating-point number; NaN becomes NULL.
    public func bind(to statement: Statement, at index: Int) throws(SQLiteError) {
        try statement.check(unsafe sqlite3_bind_double(statement.handle, Int32(clamping: index), self))
    }
}

extension String: SQLiteValue {
    /// Binds text.
    public func bind(to statement: Statement, at index: Int) throws(SQLiteError) {
        var text = self
        let code = text.withUTF8 { text in
            // SQLite copies the bytes before the call returns.
            unsafe text.withMemoryRebound(to: CChar.self) { characters in
                // Empty text has no address, and SQLite would bind NULL for a null pointer.
                guard let start = characters.baseAddress else {
                    return unsafe whereismy_bind_text(statement.handle, Int32(clamping: index), "", 0)
                }
                return unsafe whereismy_bind_text(
                    statement.handle, Int32(clamping: index), start, UInt64(characters.count))
            }
        }
        try statement.check(code)
    }
}

extension [UInt8]: SQLiteValue {
    /// Binds bytes.
    public func bind(to statement: Statement, at index: Int) throws(SQLiteError) {
        let (handle, index) = unsafe (statement.handle, Int32(clamping: index))
        // An empty array may have no address, and SQLite would bind NULL for a null pointer.
        guard !isEmpty else { return try statement.check(unsafe sqlite3_bind_zeroblob(handle, index, 0)) }
        // SQLite copies the bytes before the call returns.
        let code = unsafe withUnsafeBytes {
            unsafe whereismy_bind_blob(handle, index, $0.baseAddress, UInt64($0.count))
        }
        try statement.check(code)
    }
}

/// The columns of the current row of ``Statement/step()``; a missing column reads as NULL.
extension Statement {
    /// Returns a column as an integer; nil for NULL.
    ///
    /// Text and blobs convert by their leading digits, else to 0.
    public func integer(at column: Int) -> Int64? {
        isNull(at: column) ? nil : unsafe sqlite3_column_int64(handle, Int32(clamping: column))
    }

    /// Returns a column as a floating-point number; nil for NULL.
    public func real(at column: Int) -> Double? {
        isNull(at: column) ? nil : unsafe sqlite3_column_double(handle, Int32(clamping: column))
    }

    /// Returns a column as text; nil for NULL.
    ///
    /// Invalid UTF-8 is replaced by U+FFFD.
    public func text(at column: Int) -> String? {
        let column = Int32(clamping: column)
        // SQLite owns the text until the next step; the length must be read after the text.
        guard let start = unsafe sqlite3_column_text(handle, column) else { return nil }
        let count = Int(unsafe sqlite3_column_bytes(handle, column))
        return unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// Returns a column as bytes; nil for NULL, empty for a blob of length 0.
    public func blob(at column: Int) -> [UInt8]? {
        guard !isNull(at: column) else { return nil }
        let column = Int32(clamping: column)
        // SQLite owns the bytes until the next step; an empty blob has no address.
        guard let start = unsafe sqlite3_column_blob(handle, column) else { return [] }
        let count = Int(unsafe sqlite3_column_bytes(handle, column))
        return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    }

    /// Returns true if a column is NULL.
    public func isNull(at column: Int) -> Bool {
        unsafe sqlite3_column_type(handle, Int32(clamping: column)) == SQLITE_NULL
    }
}
