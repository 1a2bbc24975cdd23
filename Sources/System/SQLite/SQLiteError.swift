import CSQLite

/// A failed call to SQLite: its code, its message and the statement.
public struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The primary result code, such as 13 for a full disk (`SQLITE_FULL`).
    public let code: Int32
    /// The extended result code; its low byte is the primary code.
    public let extendedCode: Int32
    /// SQLite's message.
    public let message: String
    /// The statement or call that failed.
    public let sql: String

    /// Creates an error from an extended result code.
    public init(extendedCode: Int32, message: String, sql: String) {
        code = extendedCode & 0xFF
        self.extendedCode = extendedCode
        self.message = message
        self.sql = sql
    }

    /// One line: the message and the statement.
    public var description: String {
        let line = sql.split { $0.isWhitespace }.joined(separator: " ")
        return "\(message) (code \(extendedCode)) in: \(line)"
    }
}

extension SQLiteError {
    /// Returns true if the disk is full, also for the log's index alone (`SQLITE_IOERR_SHMSIZE`).
    public var isFull: Bool { code == SQLITE_FULL || extendedCode == SQLITE_IOERR | 19 << 8 }
    /// Returns true if another connection held a lock beyond the busy timeout.
    public var isBusy: Bool { code == SQLITE_BUSY || code == SQLITE_LOCKED }
    /// Returns true if the file is damaged or not a database.
    public var isCorrupt: Bool { code == SQLITE_CORRUPT || code == SQLITE_NOTADB }
    /// Returns true if the file is not a database.
    public var isNotADatabase: Bool { code == SQLITE_NOTADB }
    /// Returns true if the database is read-only.
    public var isReadOnly: Bool { code == SQLITE_READONLY }
    /// Returns true if a reader found an interrupted transaction (`SQLITE_READONLY_ROLLBACK`).
    public var needsRollback: Bool { extendedCode == SQLITE_READONLY | 3 << 8 }
    /// Returns true if a row violates a constraint.
    public var isConstraint: Bool { code == SQLITE_CONSTRAINT }
    /// The extended code if something else is in place of a file (`SQLITE_CANTOPEN_ISDIR`).
    static let obstructed = SQLITE_CANTOPEN | 2 << 8
    /// Returns true if a directory, a pipe, a socket or a device is in place of one of the database's files.
    public var isObstructed: Bool { extendedCode == Self.obstructed }
    /// Returns true if the file cannot be opened, for example because it does not exist.
    public var isCannotOpen: Bool { code == SQLITE_CANTOPEN }
}
