import Linux
import Location
import SQLite

/// Named sources of places in a database of SQLite: what is near, what is called so, and all in order.
///
/// The write-ahead log lets any number of processes read while one imports.
public final class GazetteerStore {
    /// What is done with the file.
    public enum Access: Sendable {
        /// Sources are brought in and taken away; it is made where it is not there.
        case readWrite
        /// It is read, and has to be there.
        case readOnly
    }

    /// The file.
    public let path: String

    let connection: Connection
    /// Changes when another connection writes.
    private var dataVersion: Int64?
    private let dataVersionQuery: Statement
    private var readers: [SourceReader] = []

    /// Opens a gazetteer.
    ///
    /// - Throws: ``GazetteerError``; a file of somebody else is left as it is.
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

    /// The sources, sorted by their names.
    ///
    /// - Throws: ``GazetteerError``.
    public func sources() throws -> [GazetteerSource] {
        try read(source: nil) { $0.map(\.source) }
    }

    /// Reads from one state of the database, whatever others write meanwhile.
    ///
    /// - Parameters:
    ///   - name: the source that is meant; nil for all.
    ///   - body: gets them sorted by their names.
    /// - Returns: what the body answers.
    /// - Throws: ``GazetteerError``, and what the body throws.
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

    /// Says which file it was that SQLite failed on.
    func mapErrors<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch {
            throw GazetteerError.adding(path: path, to: error)
        }
    }

    /// Has the list of sources read anew, after this very connection has changed it.
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
    /// Brings a source in, piece by piece of its file, and puts it in the place of one of the same name.
    ///
    /// Memory does not grow with the file. Whoever reads meanwhile sees the old source until the new one is complete;
    /// where something fails, the old one stays.
    ///
    /// - Parameters:
    ///   - wish: what is brought in.
    ///   - next: the next piece of the file; an empty one is its end.
    ///   - progress: told after each piece how many places have been read.
    /// - Returns: what became of the lines.
    /// - Throws: ``GazetteerError``, ``GazetteerImportError``, and what the closures throw.
    public func importSource(
        _ wish: GazetteerImportRequest, next: () throws -> [UInt8], progress: (Int64) throws -> Void = { _ in }
    ) throws -> ImportSummary {
        let lock = try self.lockImports()
        defer { invalidateSources() }
        let summary = try mapErrors {
            var piece = try Self.beginning(next)
            var reader = try TableReader(wish, beginning: piece)
            let writer = try SourceWriter(
                connection, name: wish.name, format: reader.format, file: wish.file, at: wish.moment)
            do {
                while !piece.isEmpty {
                    try reader.feed(piece) { try writer.add($0) }
                    try progress(reader.summary.rows)
                    piece = try next()
                }
                try reader.finish { try writer.add($0) }
                let summary = reader.summary
                guard summary.rows > 0 else {
                    throw GazetteerImportError.empty(first: summary.issues.first?.description)
                }
                try writer.finish(skipped: summary.skipped, name: wish.name)
                return summary
            } catch {
                writer.cancel()
                throw error
            }
        }
        _ = consume lock
        return summary
    }

    /// The first pieces, up to the end of a line at least.
    private static func beginning(_ next: () throws -> [UInt8]) throws -> [UInt8] {
        var beginning = try next()
        while !beginning.contains(0x0A), beginning.count < 1 << 17 {
            let piece = try next()
            guard !piece.isEmpty else { break }
            beginning += piece
        }
        return beginning
    }
}

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
