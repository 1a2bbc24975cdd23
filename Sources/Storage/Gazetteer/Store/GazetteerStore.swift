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
            connection =
                try access == .readWrite ? GazetteerFile.openForWriting(path) : GazetteerFile.openForReading(path)
            try connection.addNearestQuery()
            dataVersionQuery = try connection.prepare("PRAGMA data_version")
        } catch let error as SQLiteError {
            throw error.isCannotOpen && access == .readWrite
                ? GazetteerError.uncreatable(path: path, reason: error.message)
                : GazetteerError.database(path: path, error)
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
        } catch let error as SQLiteError {
            throw GazetteerError.database(path: path, error)
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
