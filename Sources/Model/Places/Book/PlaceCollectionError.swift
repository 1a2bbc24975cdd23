/// What a book of places does not do.
public enum PlaceCollectionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Another place has the name.
    case nameTaken(PlaceName)
    /// There is no place of the name.
    case unknown(PlaceName)
    /// There are as many places, or corners, as there may be.
    case full(places: Int, corners: Int)

    /// One line: what is wrong, and what would work.
    public var description: String {
        switch self {
        case .nameTaken(let name): "there is a place named \(name.text.debugDescription) already: remove or rename it first"
        case .unknown(let name): "there is no place named \(name.text.debugDescription)"
        case .full(let places, let corners):
            "there is no room: at most \(places) places with \(corners) corners in all, remove some first"
        }
    }
}
