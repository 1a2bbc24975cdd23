public import Location

/// An area with corners, perhaps with holes; valid by construction.
///
/// Edges are the shortest ways between corners, so that an area may lie across the antimeridian or around a pole.
public struct PlacePolygon: Hashable, Sendable {
    /// The most corners of all rings together.
    public static let maxCorners = 1000
    /// Metres that a corner may be from the middle.
    public static let maxCornerDistance = 500_000.0
    /// Square metres that a ring must have.
    static let minArea = 1.0

    /// The corners of the outline and then of each hole, none of them twice in a row, the first not repeated at the end.
    public let rings: [[Coordinate]]
    let boundingCircle: BoundingCircle

    /// Makes a polygon of an outline and its holes; either way around, the first corner repeated at the end or not.
    ///
    /// - Throws: ``PolygonError``.
    public init(rings: [[Coordinate]]) throws(PolygonError) {
        let rings = rings.map(Self.withoutRepeats)
        let count = rings.reduce(0) { $0 + $1.count }
        guard let outline = rings.first else { throw .empty }
        guard count <= Self.maxCorners else { throw .tooManyCorners(count) }
        if let ring = rings.firstIndex(where: { Set($0).count < 3 }) { throw .tooFewCorners(ring: ring + 1) }
        guard let surrounding = Self.surrounding(outline) else { throw .tooLarge }
        self.rings = rings
        self.boundingCircle = surrounding
        try check()
    }

    private static func withoutRepeats(_ corners: [Coordinate]) -> [Coordinate] {
        var ring: [Coordinate] = []
        for corner in corners where ring.last != corner { ring.append(corner) }
        if ring.count > 1, ring.first == ring.last { ring.removeLast() }
        return ring
    }

    /// The circle around the middle of the corners, a little larger than it must be: the ellipsoid is no sphere.
    private static func surrounding(_ corners: [Coordinate]) -> BoundingCircle? {
        let places = corners.compactMap { ECEFVector(GeodeticPosition(coordinate: $0, ellipsoidalAltitude: 0)) }
        let sum = places.reduce((x: 0.0, y: 0.0, z: 0.0)) { ($0.x + $1.x, $0.y + $1.y, $0.z + $1.z) }
        let count = Double(places.count)
        guard let middle = ECEFVector(x: sum.x / count, y: sum.y / count, z: sum.z / count),
            let centre = GeodeticPosition(ecef: middle)?.coordinate
        else { return nil }
        let farthest = corners.map(centre.distance).max() ?? .infinity
        guard farthest <= maxCornerDistance else { return nil }
        return BoundingCircle(centre: centre, radius: farthest * 1.01)
    }
}

extension PlacePolygon {
    /// Looks at the rings on a map around the middle, where they are whole.
    func check() throws(PolygonError) {
        let map = LocalFrame(origin: boundingCircle.centre)
        let rings = rings.map { FlatPolygon.edges(of: $0.map(map.offset)) }
        guard !Self.haveCrossing(rings.flatMap(\.self)) else { throw .crossing }
        if let flat = rings.firstIndex(where: { Self.area($0) < Self.minArea }) { throw .flat(ring: flat + 1) }
        guard let outline = rings.first else { return }
        let misplaced = rings.dropFirst().firstIndex { !$0.contains { Self.isInside($0.from, outline) } }
        if let misplaced { throw .holeOutside(ring: misplaced + 1) }
    }

    /// Square metres, by the shoelace formula.
    private static func area(_ edges: [FlatEdge]) -> Double {
        edges.reduce(0) { $0 + $1.from.north * $1.to.east - $1.from.east * $1.to.north }.magnitude / 2
    }

    private static func haveCrossing(_ edges: [FlatEdge]) -> Bool {
        edges.indices.contains { first in
            edges[(first + 1)...].contains { edges[first].crosses($0) }
        }
    }

    private static func isInside(_ spot: LocalVector, _ edges: [FlatEdge]) -> Bool {
        edges.count { $0.isMetByRay(eastwardsFrom: spot) }.isMultiple(of: 2) == false
    }
}

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
