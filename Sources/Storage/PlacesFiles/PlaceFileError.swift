/// Why a file of places cannot be read or written.
public struct PlaceFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file.
    public let path: String
    /// What is wrong with it.
    public let reason: String

    /// One line: the file and what is wrong with it.
    public var description: String { "\(path): \(reason)" }
}
