public import SQLite

/// Why a gazetteer cannot be opened, read or written.
public enum GazetteerError: Error, Hashable, Sendable, CustomStringConvertible {
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
    /// The file cannot be made.
    case uncreatable(path: String, reason: String)
    /// There is no source of that name; these are there.
    case unknownSource(String, known: [String])
    /// Another process is bringing a source in.
    case busy(path: String)
    /// SQLite failed on it.
    case database(path: String, SQLiteError)

    /// One line: what is wrong, and what would help.
    public var description: String {
        switch self {
        case .absent(let path): "\(path): no gazetteer there; whereismy gazetteer import makes one"
        case .foreign(let path, let id):
            "\(path): a database of another program (application_id \(id)), left as it is: move it away"
        case .noDatabase(let path): "\(path): not a database, left as it is: move it away"
        case .newer(let path, let version):
            "\(path): made by a newer WhereIsMy (version \(version) of its tables), left as it is: update this one"
        case .older(let path, let version):
            "\(path): made by an older WhereIsMy (version \(version) of its tables): whereismy gazetteer import --if-changed mends it"
        case .uncreatable(let path, let reason): "\(path): cannot be made: \(reason)"
        case .unknownSource(let name, let known): Self.words(unknown: name, known)
        case .busy(let path): "\(path): another process is importing: try again when it is done"
        case .database(let path, let error): "\(path): \(Self.words(error))"
        }
    }

    /// Whether it is the file itself that is no good, so that nothing is lost without it.
    public var isUnusableFile: Bool {
        switch self {
        case .foreign, .noDatabase: true
        case .database(_, let error): error.isCorrupt
        case .absent, .newer, .older, .uncreatable, .unknownSource, .busy: false
        }
    }

    private static func words(unknown name: String, _ known: [String]) -> String {
        let list = known.isEmpty ? "there is none yet" : "there are: \(known.joined(separator: ", "))"
        return "no source \(String(name.prefix(80)).debugDescription) in the gazetteer, \(list)"
    }

    private static func words(_ error: SQLiteError) -> String {
        if error.isFull { return "no room left on the disk" }
        if error.isBusy { return "another program has been writing for too long" }
        if error.isCorrupt { return "damaged (\(error.message)): delete it and import its sources again" }
        if error.isReadOnly { return "this user may not write it: try as root or as the user of whereismyd" }
        if error.isCannotOpen { return "cannot be opened: may this user read it?" }
        return error.description
    }
}
