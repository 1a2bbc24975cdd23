import CSQLite
import Linux

/// The files of a database: the one of its path, and those that SQLite keeps beside it.
enum DatabaseFiles {
    /// The suffixes that SQLite appends to the path: of the log, its index and the journal.
    private static let suffixes = ["", "-wal", "-shm", "-journal"]

    /// Returns the path that SQLite opens: as root, for writing, one without a link of another user.
    ///
    /// - Throws: ``SQLiteError`` with the code of a file that cannot be opened.
    static func target(_ path: String, mode: OpenMode) throws(SQLiteError) -> String {
        guard mode.writes, FileOwner.isRoot else { return path }
        do throws(SystemError) { return try FileOwner.pathForRoot(path) } catch {
            throw SQLiteError(
                extendedCode: SQLITE_CANTOPEN, message: "\(error.reason): a link that is not root's",
                sql: "open \(path)")
        }
    }

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
