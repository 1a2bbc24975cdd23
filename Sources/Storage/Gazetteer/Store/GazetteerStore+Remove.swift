import Linux
import SQLite

extension GazetteerStore {
    /// Takes a source away as a whole.
    ///
    /// - Throws: ``GazetteerError``.
    public func remove(_ name: String) throws {
        let lock = try self.lockImports()
        try mapErrors {
            guard try connection.transaction(.immediate, { try SourceWriter.retire(connection, name) }) else {
                throw GazetteerError.unknownSource(name, known: try sources().map(\.name))
            }
            invalidateSources()
            try SourceWriter.removeIncomplete(connection)
        }
        _ = consume lock
    }

    /// Keeps other processes from bringing sources in and clearing away what is not complete yet.
    func lockImports() throws -> DirectoryLock {
        let file = path + ".lock"
        do {
            try FileOwner.createForDirectoryOwner(file, mode: 0o640)
        } catch {
            throw GazetteerError.uncreatable(path: file, reason: error.description)
        }
        do throws(DirectoryLock.LockError) {
            return try DirectoryLock(file)
        } catch {
            guard case .system(let cause) = error else { throw GazetteerError.busy(path: path) }
            throw GazetteerError.uncreatable(path: file, reason: cause.description)
        }
    }
}
