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
