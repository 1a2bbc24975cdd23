import Places

/// A rejected change of the places.
public struct PlaceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error; its raw value is the problem code of the API.
    public enum Kind: String, Hashable, Sendable {
        /// The name is in use.
        case taken
        /// The place does not exist.
        case unknown
        /// The limit is reached.
        case full
        /// The name is reserved.
        case reserved
        /// The place belongs to the configuration.
        case configured
        /// The file is unreadable or unwritable.
        case unavailable
    }

    /// The kind of error.
    public let kind: Kind
    /// One line: what failed, and the fix.
    public let description: String

    init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }

    init(_ error: PlaceCollectionError) {
        let kind: Kind =
            switch error {
            case .nameTaken: .taken
            case .unknown: .unknown
            case .full: .full
            }
        self.init(kind, error.description)
    }
}
