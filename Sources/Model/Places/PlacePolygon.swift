public import Location

/// A polygon, possibly with holes; valid by construction.
///
/// Edges are geodesics, so that a polygon may cross the antimeridian or surround a pole.
public struct PlacePolygon: Hashable, Sendable {
    /// The maximum number of corners of all rings together.
    public static let maxCorners = 1000
    /// The maximum distance of a corner from the centre in metres.
    public static let maxCornerDistance = 500_000.0
    /// The minimum area of a ring in square metres.
    static let minArea = 1.0

    /// The corners of the outline and then of each hole, without consecutive duplicates and without the repeated first
    /// corner.
    public let rings: [[Coordinate]]
    let boundingCircle: BoundingCircle

    /// Creates a polygon from an outline and holes, in either orientation, with or without a repeated first corner.
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
        if ring.first == ring.last { _ = ring.popLast() }
        return ring
    }

    /// Returns a circle around the mean of the corners, slightly enlarged because the ellipsoid is not a sphere.
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
    /// Validates the rings on a plane around the centre, which holds all of them.
    func check() throws(PolygonError) {
        let map = LocalFrame(origin: boundingCircle.centre)
        let rings = rings.map { FlatPolygon.edges(of: $0.map(map.offset)) }
        guard !Self.containCrossing(rings.flatMap(\.self)) else { throw .crossing }
        if let degenerate = rings.firstIndex(where: { Self.area($0) < Self.minArea }) {
            throw .degenerate(ring: degenerate + 1)
        }
        guard let outline = rings.first else { return }
        let misplaced = rings.dropFirst().firstIndex { !$0.contains { Self.isInside($0.from, outline) } }
        if let misplaced { throw .holeOutside(ring: misplaced + 1) }
    }

    /// Returns the area in square metres by the shoelace formula.
    private static func area(_ edges: [FlatEdge]) -> Double {
        edges.reduce(0) { $0 + $1.from.north * $1.to.east - $1.from.east * $1.to.north }.magnitude / 2
    }

    private static func containCrossing(_ edges: [FlatEdge]) -> Bool {
        edges.indices.contains { first in
            edges[(first + 1)...].contains { edges[first].crosses($0) }
        }
    }

    private static func isInside(_ point: LocalVector, _ edges: [FlatEdge]) -> Bool {
        edges.count { $0.intersectsRay(eastFrom: point) }.isMultiple(of: 2) == false
    }
}

/// The reason for which corners do not form a polygon.
public enum PolygonError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no ring.
    case empty
    /// A ring, counted from 1, has fewer than three distinct corners.
    case tooFewCorners(ring: Int)
    /// There are more corners than ``PlacePolygon/maxCorners``.
    case tooManyCorners(Int)
    /// A corner is farther than ``PlacePolygon/maxCornerDistance`` from the centre.
    case tooLarge
    /// Two edges cross.
    case crossing
    /// A ring has an area below ``PlacePolygon/minArea``.
    case degenerate(ring: Int)
    /// A hole lies outside the outline.
    case holeOutside(ring: Int)

    /// The problem and its fix in one line.
    public var description: String {
        switch self {
        case .empty: "a polygon needs one ring, and one for each hole"
        case .tooFewCorners(let ring): "ring \(ring) has fewer than 3 different corners"
        case .tooManyCorners(let count): "\(count) corners, at most \(PlacePolygon.maxCorners) are allowed"
        case .tooLarge: "a corner is more than 500 km from the centre"
        case .crossing: "two edges cross"
        case .degenerate(let ring): "ring \(ring) has an area below 1 square metre"
        case .holeOutside(let ring): "ring \(ring) is a hole and lies outside the first ring"
        }
    }
}
