/// Why corners make no polygon.
public enum PolygonError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no ring at all.
    case empty
    /// A ring, counted from 1, has fewer than three corners that differ.
    case tooFewCorners(ring: Int)
    /// There are more corners than ``PlacePolygon/mostCorners``.
    case tooManyCorners(Int)
    /// Some corner is farther than ``PlacePolygon/farthestCorner`` from the middle.
    case tooLarge
    /// Two edges cross.
    case crossing
    /// A ring has no area worth the name.
    case flat(ring: Int)
    /// A ring after the first, which is a hole, is not in the first one.
    case holeOutside(ring: Int)

    /// One line: what is wrong, and what would work.
    public var description: String {
        switch self {
        case .empty: "a polygon without a ring: it takes one, and one for each hole"
        case .tooFewCorners(let ring): "ring \(ring) has fewer than 3 different corners"
        case .tooManyCorners(let count): "\(count) corners, at most \(PlacePolygon.maxCorners) are allowed"
        case .tooLarge: "a corner is more than 500 km from the middle, where a polygon has to end"
        case .crossing: "two edges cross each other, so that inside and outside are not clear"
        case .flat(let ring): "ring \(ring) has an area below 1 square metre"
        case .holeOutside(let ring): "ring \(ring) is a hole and lies outside the first ring"
        }
    }
}
