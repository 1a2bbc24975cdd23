import Linux

/// A step from one schema version to the next.
public struct Migration: Sendable {
    /// A short description, which the database records; it never changes.
    let name: String
    let apply: @Sendable (Connection) throws -> Void

    /// Creates a migration; the closure runs within a transaction.
    public init(_ name: String, apply: @escaping @Sendable (Connection) throws -> Void) {
        self.name = name
        self.apply = apply
    }

    /// Creates a migration that runs SQL statements.
    public init(_ name: String, sql: String) {
        self.init(name) { try $0.execute(sql) }
    }
}

/// Opens the database files of one kind: recognises, creates, configures and migrates them.
///
/// A file of another kind is recognised before anything is written, and stays unchanged to the byte.
public struct DatabaseOpener: Sendable {
    /// The `application_id` in the header, by which file(1) and this type recognise the kind.
    private let applicationID: Int64
    /// All migrations in order; the schema version is the number of those applied.
    private let migrations: [Migration]
    private let pragmas: String
    private let oldestReadableVersion: Int64
    private let isForDirectoryOwner: Bool

    /// Creates an opener.
    ///
    /// - Parameters:
    ///   - applicationID: the `application_id`, unique to the kind.
    ///   - migrations: all in order. A released one never changes; append a new one.
    ///   - pragmas: the configuration of a new file and of each connection that writes.
    ///   - oldestReadableVersion: the first schema version that can be read without a migration; 1 or more.
    ///   - isForDirectoryOwner: gives a new file to the owner of its directory, instead of root who creates it.
    public init(
        applicationID: Int64, migrations: [Migration], pragmas: String, oldestReadableVersion: Int,
        isForDirectoryOwner: Bool = false
    ) {
        self.applicationID = applicationID
        self.migrations = migrations
        self.pragmas = pragmas
        self.oldestReadableVersion = Int64(oldestReadableVersion)
        self.isForDirectoryOwner = isForDirectoryOwner
    }

    /// Opens a file for writing: creates it if it does not exist, and migrates it to the current schema.
    ///
    /// - Throws: ``DatabaseError``, or an error of a migration.
    public func openForWriting(_ path: String) throws -> Connection {
        try createIfAbsent(path)
        try checkIsRegular(path)
        do {
            try checkVersion(path)
            let connection = try Connection(path, mode: .readWrite)
            try connection.execute("\(pragmas); \(Self.safety)")
            connection.persistWriteAheadLog()
            try migrate(connection)
            return connection
        } catch let error as SQLiteError {
            throw error.isCannotOpen ? DatabaseError.cannotCreate(reason: error.message) : .sqlite(error)
        }
    }

    /// Opens an existing file for reading, without a lock beside it if this user cannot create one.
    ///
    /// - Throws: ``DatabaseError``.
    public func openForReading(_ path: String) throws -> Connection {
        try checkIsRegular(path)
        do {
            do {
                return try readable(Connection(path, mode: .readOnly))
            } catch let error as SQLiteError where error.isCannotOpen || error.isReadOnly || error.isFull {
                guard !isAbsent(path) else { throw DatabaseError.notFound }
                // Without a log there is no writer, and this user or a full disk may not allow one for reading.
                guard hasNoLog(path) else { throw error }
                return try readable(Connection(path, mode: .immutable))
            }
        } catch let error as SQLiteError {
            throw DatabaseError.sqlite(error)
        }
    }
}

extension DatabaseOpener {
    private func createIfAbsent(_ path: String) throws(DatabaseError) {
        do throws(SystemError) {
            if isForDirectoryOwner { try FileOwner.createForDirectoryOwner(path, mode: 0o640) }
            _ = try FileDescriptor.create(path, mode: 0o640)
        } catch {
            guard error.isAlreadyPresent else { throw .cannotCreate(reason: error.description) }
        }
    }

    /// Rejects a directory and a pipe in place of the file; SQLite would block forever on a pipe.
    private func checkIsRegular(_ path: String) throws(DatabaseError) {
        do throws(SystemError) {
            try FileContents.checkIsRegular(path)
        } catch {
            // Opening the file reports any other error.
            if error.isNotRegularFile { throw .notRegularFile(isDirectory: error.isDirectory) }
        }
    }

    /// Returns true if the file does not exist; false if its directory cannot be searched.
    private func isAbsent(_ path: String) -> Bool {
        do throws(SystemError) {
            try FileContents.checkIsRegular(path)
            return false
        } catch {
            return error.isNotFound
        }
    }

    private func hasNoLog(_ path: String) -> Bool {
        do throws(SystemError) {
            return try FileContents.read(path + "-wal", limit: 0).isEmpty
        } catch {
            return error.isNotFound
        }
    }

    /// Returns the schema version; 0 for a database without tables.
    private func version(_ connection: Connection) throws -> Int64 {
        do {
            let id = try connection.integer("PRAGMA application_id") ?? 0
            let version = try connection.integer("PRAGMA user_version") ?? 0
            let isNew = try id == 0 && version == 0 && connection.integer("SELECT count(*) FROM sqlite_schema") == 0
            guard id == applicationID || isNew else { throw DatabaseError.foreign(applicationID: id) }
            guard (0...Int64(migrations.count)).contains(version) else { throw DatabaseError.newer(version: version) }
            return version
        } catch let error as SQLiteError where error.isNotADatabase {
            throw DatabaseError.notADatabase
        }
    }

    /// Checks kind and version over a connection that cannot write: another program's database must stay unchanged.
    ///
    /// Only a writer can roll back the transaction of a process that was killed in it.
    private func checkVersion(_ path: String) throws {
        do {
            _ = try version(Connection(path, mode: .readOnly))
        } catch let error as SQLiteError where error.needsRollback {
            try checkUncommitted(path)
            _ = try version(Connection(path, mode: .readWrite))
        }
    }

    /// Checks the header of a file with an interrupted transaction, without reading or rolling back its journal.
    ///
    /// SQLite reads the header: if this program closed the file itself, its locks on it would be lost (section 2.2 of
    /// https://sqlite.org/howtocorrupt.html). With `writable_schema`, SQLite accepts a header that states more pages
    /// than were written before the kill.
    private func checkUncommitted(_ path: String) throws {
        let connection = try Connection(path, mode: .immutable)
        try connection.execute("PRAGMA writable_schema = ON")
        _ = try version(connection)
    }

    private func readable(_ connection: Connection) throws -> Connection {
        let version = try version(connection)
        guard version >= oldestReadableVersion else { throw DatabaseError.older(version: version) }
        try connection.execute(Self.safety)
        return connection
    }

    /// Precautions against a malicious file (https://sqlite.org/security.html).
    private static let safety = "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON"

    private func migrate(_ connection: Connection) throws {
        for (index, migration) in migrations.enumerated() {
            try connection.transaction {
                // Checked within the transaction: another process may have been faster.
                guard try version(connection) == index else { return }
                try apply(migration, version: index + 1, to: connection)
            }
        }
    }

    private func apply(_ migration: Migration, version: Int, to connection: Connection) throws {
        try connection.execute(
            """
            CREATE TABLE IF NOT EXISTS migration(
                version INTEGER PRIMARY KEY, name TEXT NOT NULL, applied TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP) STRICT
            """)
        try migration.apply(connection)
        try connection.run(
            "INSERT INTO migration(version, name) VALUES(?, ?)", Int64(version), migration.name)
        try connection.execute("PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version)")
    }
}
