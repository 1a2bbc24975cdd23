import CSQLite
import Linux

/// The files of a database: the one of its path, and those that SQLite keeps beside it.
enum DatabaseFiles {
    /// What SQLite appends to the path: the log, its index and the journal.
    private static let suffixes = ["", "-wal", "-shm", "-journal"]

    /// Checks each file before SQLite opens it: a pipe in its place would block the thread for ever.
    ///
    /// - Throws: ``SQLiteError`` with the code of a file that cannot be opened, if one is missing or no regular file.
    static func check(_ path: String, mode: OpenMode) throws(SQLiteError) {
        for suffix in suffixes {
            do throws(SystemError) { try FileContents.checkIsRegular(path + suffix) } catch {
                if error.isNotFound, !suffix.isEmpty || mode == .readWriteCreate { continue }
                // SQLite reports any other reason itself, and works without a file that it may not open.
                guard suffix.isEmpty || error.isNotRegularFile else { continue }
                let name = suffix.isEmpty ? "" : "\(path)\(suffix): "
                throw SQLiteError(
                    extendedCode: error.isNotRegularFile ? SQLiteError.obstructed : SQLITE_CANTOPEN,
                    message: "\(name)\(error.reason)", sql: "open \(path)")
            }
        }
    }
}
