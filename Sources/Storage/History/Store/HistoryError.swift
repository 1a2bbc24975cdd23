public import SQLite

/// An error in opening, reading or writing a history.
public enum HistoryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file cannot be opened, read or written.
    case file(path: String, DatabaseError)
    /// There are as many devices as the database can distinguish.
    case tooManyDevices(path: String)
    /// The file was moved or deleted while it was open.
    case moved(path: String)
    /// The import that adds points was undone meanwhile.
    case undone(path: String)
    /// The list of the times that the import added to an hour cannot be read, so that it cannot be continued.
    case damagedImport(path: String)

    private static let advice = DatabaseError.Advice(
        notFound: "no history; fix: start whereismyd, which creates it with the first fix",
        older: "fix: start whereismyd once", corrupt: "whereismy history verify shows the extent")

    /// One line: the cause and the fix.
    public var description: String {
        switch self {
        case .file(let path, let error): error.description(path: path, advice: Self.advice)
        case .tooManyDevices(let path): "\(path): the maximum of 16383 devices is reached"
        case .moved(let path): "\(path): moved or deleted while open; a new file is created"
        case .undone(let path): "\(path): the import was undone while it ran"
        case .damagedImport(let path):
            "\(path): the list of the points of this import is damaged; fix: import again, as another import"
        }
    }

    /// Returns true if there is no file.
    public var isNotFound: Bool {
        if case .file(_, .notFound) = self { true } else { false }
    }

    /// The path of a file that cannot be created or accessed; nil for other errors.
    public var inaccessiblePath: String? {
        switch self {
        case .file(let path, .cannotCreate), .file(let path, .sqlite): path
        default: nil
        }
    }

    /// Adds the path of the file to an error of the database; returns other errors unchanged.
    static func adding(path: String, to error: any Error) -> any Error {
        switch error {
        case let error as SQLiteError: HistoryError.file(path: path, .sqlite(error))
        case let error as DatabaseError: HistoryError.file(path: path, error)
        default: error
        }
    }
}
