public import SQLite

/// An error in opening, reading or writing a gazetteer.
public enum GazetteerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file cannot be opened, read or written.
    case file(path: String, DatabaseError)
    /// The source does not exist; `known` lists those that do.
    case unknownSource(String, known: [String])
    /// Another process is importing.
    case busy(path: String)

    private static let advice = DatabaseError.Advice(
        notFound: "no gazetteer; fix: whereismy gazetteer import",
        older: "fix: whereismy gazetteer import --if-changed",
        corrupt: "fix: delete it and import its sources again")

    /// One line: the cause and the fix.
    public var description: String {
        switch self {
        case .file(let path, let error): error.description(path: path, advice: Self.advice)
        case .unknownSource(let name, let known): Self.description(unknown: name, known)
        case .busy(let path): "\(path): another process is importing; fix: try again later"
        }
    }

    private static func description(unknown name: String, _ known: [String]) -> String {
        let list = known.isEmpty ? "none" : known.joined(separator: ", ")
        return "no source \(String(name.prefix(80)).debugDescription) in the gazetteer; available: \(list)"
    }

    /// Returns true if there is no file.
    public var isNotFound: Bool {
        if case .file(_, .notFound) = self { true } else { false }
    }

    /// Returns true if the file must be migrated by a writer.
    public var isOlder: Bool {
        if case .file(_, .older) = self { true } else { false }
    }

    /// Returns true if the file itself is unusable, so that deleting it loses nothing.
    public var isUnusableFile: Bool {
        if case .file(_, let error) = self { error.isUnusableFile } else { false }
    }

    /// Adds the path of the file to an error of the database; returns other errors unchanged.
    static func adding(path: String, to error: any Error) -> any Error {
        switch error {
        case let error as SQLiteError: GazetteerError.file(path: path, .sqlite(error))
        case let error as DatabaseError: GazetteerError.file(path: path, error)
        default: error
        }
    }
}
