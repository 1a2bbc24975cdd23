import Places

/// Why places are not changed.
public struct PlaceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of reason it is, for programs.
    public enum Kind: String, Hashable, Sendable {
        /// Another place has the name.
        case taken
        /// There is no such place.
        case unknown
        /// There is no room.
        case full
        /// The name is not for places.
        case reserved
        /// The configuration has it.
        case configured
        /// The file cannot be read or written.
        case unavailable
    }

    /// The kind of reason.
    public let kind: Kind
    /// One line: what is wrong, and what would work.
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
