/// How many dimensions of a position the receiver has solved.
public enum FixMode: String, CaseIterable, Comparable, Sendable {
    /// The receiver has not said.
    case unknown
    /// The receiver says that it has no position.
    case none
    /// Latitude and longitude, no altitude.
    case twoDimensional = "2d"
    /// Latitude, longitude and altitude.
    case threeDimensional = "3d"

    /// Whether the receiver claims a position.
    public var hasPosition: Bool { self >= .twoDimensional }

    /// Orders by how much is known: unknown, none, 2D, 3D.
    public static func < (left: FixMode, right: FixMode) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .unknown: 0
        case .none: 1
        case .twoDimensional: 2
        case .threeDimensional: 3
        }
    }
}
