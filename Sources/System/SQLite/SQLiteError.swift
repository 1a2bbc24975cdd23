import CSQLite

/// A call to SQLite that failed: its code, its words, and what was asked.
public struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The primary result code, such as 13 for a full disk (`SQLITE_FULL`).
    public let code: Int32
    /// The extended result code, which says more; its low byte is the primary code.
    public let extendedCode: Int32
    /// The reason in SQLite's words.
    public let message: String
    /// The statement or call that failed.
    public let sql: String

    /// Makes an error of an extended result code.
    public init(extendedCode: Int32, message: String, sql: String) {
        code = extendedCode & 0xFF
        self.extendedCode = extendedCode
        self.message = message
        self.sql = sql
    }

    /// One line: the reason, and what was asked.
    public var description: String {
        let line = sql.split { $0.isWhitespace }.joined(separator: " ")
        return "\(message) (code \(extendedCode)) in: \(line)"
    }
}

extension SQLiteError {
    /// Whether there is no room left on the disk, be it for the index of the log alone (`SQLITE_IOERR_SHMSIZE`).
    public var isFull: Bool { code == SQLITE_FULL || extendedCode == SQLITE_IOERR | 19 << 8 }
    /// Whether somebody else held a lock for longer than the busy timeout.
    public var isBusy: Bool { code == SQLITE_BUSY || code == SQLITE_LOCKED }
    /// Whether the file's content is damaged, or never was a database.
    public var isCorrupt: Bool { code == SQLITE_CORRUPT || code == SQLITE_NOTADB }
    /// Whether the file is no database at all.
    public var isNotADatabase: Bool { code == SQLITE_NOTADB }
    /// Whether the database may only be read.
    public var isReadOnly: Bool { code == SQLITE_READONLY }
    /// Whether a row breaks a rule of its table.
    public var isConstraint: Bool { code == SQLITE_CONSTRAINT }
    /// Whether the file cannot be opened, as when it is not there.
    public var isCannotOpen: Bool { code == SQLITE_CANTOPEN }
    /// Whether the disk failed.
    public var isIOError: Bool { code == SQLITE_IOERR }
}
