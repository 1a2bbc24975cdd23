import CSQLite

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
