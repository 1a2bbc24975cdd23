/// A rejected change of the access store.
public struct AccessError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error; its raw value is the problem code of the API.
    public enum Kind: String, CaseIterable, Sendable {
        /// The request is invalid.
        case invalid
        /// The name is in use.
        case exists
        /// The entry does not exist.
        case absent
        /// The entry is not managed here.
        case fixed
        /// The limit is reached.
        case full
        /// The file is unreadable or unwritable.
        case unavailable
    }

    /// The kind of error.
    public let kind: Kind
    /// One line: what failed, and the fix.
    public let description: String

    /// Creates an error.
    public init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}
