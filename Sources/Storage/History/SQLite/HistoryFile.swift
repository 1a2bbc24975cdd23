import Linux
import SQLite

/// The file of a history: finds out whose it is before anything is written, and brings its tables up to date.
enum HistoryFile {
    /// "WIMH", in the header of each database: how file(1) and we tell it from others.
    static let applicationID: Int64 = 0x5749_4D48

    /// Opens it for writing, and makes it where it is not there.
    static func openForWriting(_ path: String) throws -> Connection {
        try createIfAbsent(path)
        try checkKind(path)
        // Through a connection that cannot write, since another program's database stays as it is.
        _ = try identify(Connection(path, mode: .readOnly))
        let connection = try Connection(path, mode: .readWrite)
        try configure(connection)
        try migrate(connection)
        return connection
    }

    /// Opens one that is there for reading alone.
    static func openForReading(_ path: String) throws -> Connection {
        try checkKind(path)
        do {
            return try known(Connection(path, mode: .readOnly))
        } catch let error as SQLiteError where error.isCannotOpen || error.isReadOnly || error.isFull {
            guard !isAbsent(path) else { throw HistoryError.absent(path: path) }
            // Without a log nobody writes it, and this user may not make one to read by, or there is no room for it.
            guard hasNoLog(path) else { throw error }
            return try known(Connection(path, mode: .immutable))
        }
    }

    /// Whether it is not there; one in a directory that this user may not look into may be.
    private static func isAbsent(_ path: String) -> Bool {
        do throws(SystemError) {
            _ = try FileContents.read(path, limit: 0)
            return false
        } catch {
            return error.isNotFound
        }
    }

    /// SQLite would wait for ever for a pipe in its place.
    private static func checkKind(_ path: String) throws(HistoryError) {
        do throws(SystemError) {
            try FileContents.checkIsRegular(path)
        } catch {
            // What else is wrong is found, and said, by whoever opens it.
            if error.isNotRegularFile { throw .noDatabase(path: path) }
        }
    }

    private static func hasNoLog(_ path: String) -> Bool {
        do throws(SystemError) {
            return try FileContents.read(path + "-wal", limit: 0).isEmpty
        } catch {
            return error.isNotFound
        }
    }

    private static func createIfAbsent(_ path: String) throws(HistoryError) {
        do {
            _ = try FileDescriptor.create(path, mode: 0o640)
        } catch {
            guard error.isAlreadyPresent else { throw .uncreatable(path: path, reason: error.description) }
        }
    }

    /// The version of its tables; 0 for a database that has just been made.
    private static func identify(_ connection: Connection) throws -> Int64 {
        do {
            let id = try connection.integer("PRAGMA application_id") ?? 0
            let version = try connection.integer("PRAGMA user_version") ?? 0
            let isNew = try id == 0 && version == 0 && connection.integer("SELECT count(*) FROM sqlite_schema") == 0
            guard id == applicationID || isNew else {
                throw HistoryError.foreign(path: connection.path, applicationID: id)
            }
            guard (0...Int64(Migration.all.count)).contains(version) else {
                throw HistoryError.newer(path: connection.path, version: version)
            }
            return version
        } catch let error as SQLiteError where error.isNotADatabase {
            throw HistoryError.noDatabase(path: connection.path)
        }
    }

    /// One whose tables can be read, if need be without those that came later: no reader can bring it up to date.
    private static func known(_ connection: Connection) throws -> Connection {
        let version = try identify(connection)
        guard version > 0 else {
            throw HistoryError.older(path: connection.path, version: version)
        }
        try connection.execute("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
        return connection
    }

    /// Sets what a database and a connection are to be like.
    ///
    /// Page size and vacuum mode count only before the first table is made. Pages of 1 KB save a third of what is written;
    /// the log is kept at the size that a sealing takes, since a file that grows costs more than one written over.
    private static func configure(_ connection: Connection) throws(SQLiteError) {
        try connection.execute(
            """
            PRAGMA page_size = 1024; PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL;
            PRAGMA secure_delete = FAST; PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 4194304; PRAGMA wal_autocheckpoint = 1000;
            PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON
            """)
        connection.persistWriteAheadLog()
    }

    private static func migrate(_ connection: Connection) throws {
        for (index, migration) in Migration.all.enumerated() {
            try connection.transaction {
                // Asked for within the transaction: another process may have been faster.
                guard try identify(connection) == index else { return }
                try apply(migration, version: index + 1, to: connection)
            }
        }
    }

    private static func apply(_ migration: Migration, version: Int, to connection: Connection) throws(SQLiteError) {
        try connection.execute(
            """
            CREATE TABLE IF NOT EXISTS migration(
                version INTEGER PRIMARY KEY, name TEXT NOT NULL, applied TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP) STRICT
            """)
        try connection.execute(migration.sql)
        let record = try connection.prepare("INSERT INTO migration(version, name) VALUES(?, ?)")
        try record.bind(Int64(version), at: 1)
        try record.bind(migration.name, at: 2)
        try record.run()
        try connection.execute("PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version)")
    }
}
