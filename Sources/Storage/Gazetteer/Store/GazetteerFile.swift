import Linux
import SQLite

/// The file of a gazetteer: finds out whose it is before anything is written, and brings its tables up to date.
enum GazetteerFile {
    /// "WIMG", in the header of each database: how file(1) and we tell it from others.
    static let applicationID: Int64 = 0x5749_4D47

    /// Opens it for writing, and makes it where it is not there.
    static func openForWriting(_ path: String) throws -> Connection {
        do throws(SystemError) {
            try FileOwner.createForDirectoryOwner(path, mode: 0o640)
            _ = try FileDescriptor.create(path, mode: 0o640)
        } catch {
            guard error.isAlreadyPresent else {
                throw GazetteerError.uncreatable(path: path, reason: error.description)
            }
        }
        // Through a connection that cannot write, since another program's database stays as it is.
        _ = try identify(Connection(path, mode: .readOnly))
        let connection = try Connection(path, mode: .readWrite)
        try configure(connection)
        try migrate(connection)
        return connection
    }

    /// Opens one that is there for reading alone.
    static func openForReading(_ path: String) throws -> Connection {
        do {
            return try current(Connection(path, mode: .readOnly))
        } catch let error as SQLiteError where error.isCannotOpen || error.isReadOnly || error.isFull {
            guard !isAbsent(path) else { throw GazetteerError.absent(path: path) }
            // Without a log nobody writes it, and this user may not make one to read by, or there is no room for it.
            guard hasNoLog(path) else { throw error }
            return try current(Connection(path, mode: .immutable))
        }
    }

    private static func isAbsent(_ path: String) -> Bool {
        do throws(SystemError) {
            _ = try FileDescriptor.open(path)
            return false
        } catch {
            return error.isNotFound
        }
    }

    private static func hasNoLog(_ path: String) -> Bool {
        do throws(SystemError) {
            return try FileDescriptor.open(path + "-wal").regularSize == 0
        } catch {
            return error.isNotFound
        }
    }

    /// The version of its tables; 0 for a database that has just been made.
    private static func identify(_ connection: Connection) throws -> Int64 {
        do {
            let id = try connection.integer("PRAGMA application_id") ?? 0
            let version = try connection.integer("PRAGMA user_version") ?? 0
            let isNew = try id == 0 && version == 0 && connection.integer("SELECT count(*) FROM sqlite_schema") == 0
            guard id == applicationID || isNew else {
                throw GazetteerError.foreign(path: connection.path, applicationID: id)
            }
            guard (0...Int64(GazetteerMigration.all.count)).contains(version) else {
                throw GazetteerError.newer(path: connection.path, version: version)
            }
            return version
        } catch let error as SQLiteError where error.isNotADatabase {
            throw GazetteerError.noDatabase(path: connection.path)
        }
    }

    private static func current(_ connection: Connection) throws -> Connection {
        let version = try identify(connection)
        guard version == GazetteerMigration.all.count else {
            throw GazetteerError.older(path: connection.path, version: version)
        }
        try connection.execute("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
        return connection
    }

    /// Sets what a database and a connection are to be like; page size counts only before the first table is made.
    ///
    /// What is lost in a power cut is at most a source that can be imported again, so that the log need not reach the
    /// disk with each commit (`synchronous = NORMAL`); the database stays sound.
    private static func configure(_ connection: Connection) throws(SQLiteError) {
        try connection.execute(
            """
            PRAGMA page_size = 4096; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
            PRAGMA journal_size_limit = 4194304; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON
            """)
        connection.persistWriteAheadLog()
    }

    private static func migrate(_ connection: Connection) throws {
        for (index, migration) in GazetteerMigration.all.enumerated() {
            try connection.transaction {
                // Asked for within the transaction: another process may have been faster.
                guard try identify(connection) == index else { return }
                try apply(migration, version: index + 1, to: connection)
            }
        }
    }

    private static func apply(
        _ migration: GazetteerMigration, version: Int, to connection: Connection
    ) throws {
        try connection.execute(
            """
            CREATE TABLE IF NOT EXISTS migration(
                version INTEGER PRIMARY KEY, name TEXT NOT NULL, applied TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP) STRICT
            """)
        try migration.apply(connection)
        let record = try connection.prepare("INSERT INTO migration(version, name) VALUES(?, ?)")
        try record.bind(Int64(version), at: 1)
        try record.bind(migration.name, at: 2)
        try record.run()
        try connection.execute("PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version)")
    }
}
