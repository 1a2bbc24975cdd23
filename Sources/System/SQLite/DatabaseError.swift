/// An error in opening or using a database file.
///
/// The owner of the file adds its path and the advice for its users, see ``description(path:advice:)``.
public enum DatabaseError: Error, Hashable, Sendable {
    /// The file does not exist.
    case notFound
    /// The file is a database of another program, with this `application_id`.
    case foreign(applicationID: Int64)
    /// The file is not a database.
    case notADatabase
    /// The path leads to a directory, or to a pipe, socket or device.
    case notRegularFile(isDirectory: Bool)
    /// A newer program created the file, and its schema version is unknown.
    case newer(version: Int64)
    /// An older program created the file, and a reader cannot migrate it.
    case older(version: Int64)
    /// The file cannot be created.
    case cannotCreate(reason: String)
    /// A call to SQLite failed.
    case sqlite(SQLiteError)

    /// The parts of a message that depend on the kind of the database.
    public struct Advice: Sendable {
        let notFound: String
        let older: String
        let corrupt: String

        /// Creates advice.
        ///
        /// - Parameters:
        ///   - notFound: follows the path of a missing file.
        ///   - older: follows the version of a file that must be migrated.
        ///   - corrupt: follows SQLite's message about damage.
        public init(notFound: String, older: String, corrupt: String) {
            self.notFound = notFound
            self.older = older
            self.corrupt = corrupt
        }
    }

    /// Returns one line: the path, the cause and the fix.
    public func description(path: String, advice: Advice) -> String { "\(path): \(cause(advice))" }

    private func cause(_ advice: Advice) -> String {
        switch self {
        case .notFound: advice.notFound
        case .foreign(let id): "a database of another program (application_id \(id)); fix: move it away"
        case .notADatabase: "not a database; fix: move it away"
        case .notRegularFile(isDirectory: true): "a directory, not a file; fix: move it away"
        case .notRegularFile(isDirectory: false): "a pipe, socket or device, not a file; fix: move it away"
        case .newer(let version): "created by a newer WhereIsMy (schema version \(version)); fix: update this one"
        case .older(let version): "created by an older WhereIsMy (schema version \(version)); \(advice.older)"
        case .cannotCreate(let reason): "cannot be created: \(reason)"
        case .sqlite(let error): Self.cause(error, advice)
        }
    }

    private static func cause(_ error: SQLiteError, _ advice: Advice) -> String {
        if error.isFull { return "no space left on the disk" }
        if error.isBusy { return "locked by another program for too long; fix: try again later" }
        if error.isCorrupt { return "damaged (\(error.message)); \(advice.corrupt)" }
        if error.isReadOnly { return "not writable by this user; fix: run as root or as the user of whereismyd" }
        if error.isObstructed { return "\(error.message); fix: move it away" }
        if error.isCannotOpen { return "cannot be opened; fix: let this user read it" }
        return error.description
    }

    /// Returns true if the file itself is unusable.
    public var isUnusableFile: Bool {
        switch self {
        case .foreign, .notADatabase, .notRegularFile: true
        case .sqlite(let error): error.isCorrupt
        case .notFound, .newer, .older, .cannotCreate: false
        }
    }
}
