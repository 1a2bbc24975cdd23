import Linux
import SQLite

/// A gazetteer in an SQLite database: sources of places, searched by position, by name or in order.
///
/// The write-ahead log lets any number of processes read during an import.
public final class GazetteerStore {
    /// The access to the file.
    public enum Access: Sendable {
        /// Imports and removes sources; creates the file if it does not exist.
        case readWrite
        /// Reads an existing file.
        case readOnly
    }

    /// The path of the file.
    public let path: String

    let connection: Connection
    /// The value of `PRAGMA data_version`, which changes when another connection writes.
    private var dataVersion: Int64?
    private let dataVersionQuery: Statement
    private var readers: [SourceReader] = []

    /// Opens a gazetteer.
    ///
    /// - Throws: ``GazetteerError``; a file of another program stays unchanged.
    public init(path: String, access: Access) throws {
        self.path = path
        do {
            let opener = GazetteerSchema.opener
            connection = try access == .readWrite ? opener.openForWriting(path) : opener.openForReading(path)
            try connection.addNearestQuery()
            dataVersionQuery = try connection.prepare("PRAGMA data_version")
        } catch {
            throw GazetteerError.adding(path: path, to: error)
        }
    }

    /// Returns the sources, sorted by name.
    ///
    /// - Throws: ``GazetteerError``.
    public func sources() throws -> [GazetteerSource] {
        try read(source: nil) { $0.map(\.source) }
    }

    /// Reads from a single snapshot of the database, unaffected by concurrent writers; the body receives the readers of
    /// the source of that name, nil for all, sorted by name.
    func read<Result>(source name: String?, _ body: ([SourceReader]) throws -> Result) throws -> Result {
        try mapErrors {
            try connection.transaction(.deferred) {
                try refresh()
                guard let name else { return try body(readers) }
                guard let reader = readers.first(where: { $0.source.name == name }) else {
                    throw GazetteerError.unknownSource(name, known: readers.map(\.source.name))
                }
                return try body([reader])
            }
        }
    }

    /// Runs a body and adds the path of the file to SQLite's errors.
    func mapErrors<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch {
            throw GazetteerError.adding(path: path, to: error)
        }
    }

    /// Invalidates the list of sources after a change through this connection, which `data_version` does not count.
    func invalidateSources() { dataVersion = nil }

    private func refresh() throws {
        guard try dataVersionQuery.step() else { return }
        let version = dataVersionQuery.integer(at: 0)
        dataVersionQuery.reset()
        guard version != dataVersion else { return }
        readers = try SourceReader.all(connection)
        dataVersion = version
    }
}

extension GazetteerStore {
    /// Imports a source in chunks, and replaces a source of the same name.
    ///
    /// Memory does not grow with the file. Readers see the old source until the new one is complete; on failure the old
    /// one stays.
    ///
    /// - Parameters:
    ///   - request: the source.
    ///   - next: returns the next chunk of the file; an empty chunk ends it.
    ///   - progress: receives the number of places after each chunk.
    /// - Returns: the numbers of places and of failed lines.
    /// - Throws: ``GazetteerError``, ``GazetteerImportError``, and errors of the closures.
    public func importSource(
        _ request: GazetteerImportRequest, next: () throws -> [UInt8], progress: (Int64) throws -> Void = { _ in }
    ) throws -> ImportSummary {
        let lock = try self.lockImports()
        defer { invalidateSources() }
        let summary = try mapErrors {
            var chunk = try Self.beginning(next)
            var reader = try TableReader(request, beginning: chunk)
            let writer = try SourceWriter(
                connection, name: request.name, format: reader.format, file: request.file, at: request.moment)
            do {
                while !chunk.isEmpty {
                    try reader.feed(chunk) { try writer.add($0) }
                    try progress(reader.summary.rows)
                    chunk = try next()
                }
                try reader.finish { try writer.add($0) }
                let summary = reader.summary
                guard summary.rows > 0 else {
                    throw GazetteerImportError.empty(first: summary.issues.first?.description)
                }
                try writer.finish(skipped: summary.skipped, name: request.name)
                return summary
            } catch {
                writer.cancel()
                throw error
            }
        }
        _ = consume lock
        return summary
    }

    /// Returns the first chunks, up to at least one line end.
    private static func beginning(_ next: () throws -> [UInt8]) throws -> [UInt8] {
        var beginning = try next()
        while !beginning.contains(0x0A), beginning.count < 1 << 17 {
            let chunk = try next()
            guard !chunk.isEmpty else { break }
            beginning += chunk
        }
        return beginning
    }
}

extension GazetteerStore {
    /// Removes a source.
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

    /// Prevents other processes from importing sources and from removing incomplete ones.
    func lockImports() throws -> DirectoryLock {
        let file = path + ".lock"
        do {
            try FileOwner.createForDirectoryOwner(file, mode: 0o600)
        } catch {
            throw GazetteerError.file(path: file, .cannotCreate(reason: error.description))
        }
        do throws(DirectoryLock.LockError) {
            return try DirectoryLock(file)
        } catch {
            guard case .system(let cause) = error else { throw GazetteerError.busy(path: path) }
            throw GazetteerError.file(path: file, .cannotCreate(reason: cause.description))
        }
    }
}
