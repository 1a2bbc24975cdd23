public import SQLite

/// Why a history cannot be opened, read or written.
public enum HistoryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no file.
    case absent(path: String)
    /// The file is a database of another program, with this `application_id`.
    case foreign(path: String, applicationID: Int64)
    /// The file is no database.
    case noDatabase(path: String)
    /// A newer program has made it, and this one does not know its tables.
    case newer(path: String, version: Int64)
    /// An older program has made it, and it was opened for reading alone.
    case older(path: String, version: Int64)
    /// It has points of as many devices as it can tell apart.
    case tooManyDevices(path: String)
    /// The file cannot be made.
    case uncreatable(path: String, reason: String)
    /// It was moved or deleted while it was open.
    case moved(path: String)
    /// SQLite failed on it.
    case database(path: String, SQLiteError)

    /// One line: what is wrong, and what would help.
    public var description: String {
        switch self {
        case .absent(let path): "\(path): no history there; whereismyd makes one when it records its first fix"
        case .foreign(let path, let id):
            "\(path): a database of another program (application_id \(id)), left as it is: move it away"
        case .noDatabase(let path): "\(path): not a database, left as it is: move it away"
        case .newer(let path, let version):
            "\(path): made by a newer WhereIsMy (version \(version) of its tables), left as it is: update this one"
        case .older(let path, let version):
            "\(path): made by an older WhereIsMy (version \(version) of its tables): start whereismyd once"
        case .tooManyDevices(let path): "\(path): has points of 16383 devices, and no room for another"
        case .uncreatable(let path, let reason): "\(path): cannot be made: \(reason)"
        case .moved(let path): "\(path): moved or deleted while it was open: a new one is made"
        case .database(let path, let error): "\(path): \(Self.words(error))"
        }
    }

    /// Whether trying again later may help without anybody doing something about the file.
    public var isRetriable: Bool {
        switch self {
        case .absent, .uncreatable, .moved: true
        case .foreign, .noDatabase, .newer, .older, .tooManyDevices: false
        case .database(_, let error): !error.isCorrupt && !error.isConstraint
        }
    }

    private static func words(_ error: SQLiteError) -> String {
        if error.isFull { return "no room left on the disk" }
        if error.isBusy { return "another program has been writing for too long" }
        if error.isCorrupt { return "damaged (\(error.message)): whereismy history verify says how far" }
        if error.isReadOnly { return "this user may not write it: try as root or as the user of whereismyd" }
        if error.isCannotOpen { return "cannot be opened: may this user read it?" }
        return error.description
    }
}
