import Location

/// A polygon on a flat map.
///
/// The map shows the sphere of surface normals from above its origin, where the shortest ways through the origin are
/// straight, and those near it as good as: an edge is right around the origin, however far away its ends are.
struct FlatPolygon: Sendable {
    /// Metres from the origin beyond which a polygon is not to be drawn: corners behind the horizon would be mirrored.
    static let farthest = 1_000_000.0

    private let edges: [FlatEdge]

    init(_ polygon: PlacePolygon, on map: LocalFrame) {
        edges = polygon.rings.flatMap { Self.edges(of: $0.map(map.offset)) }
    }

    /// The edges of a ring of corners, the last one back to the first.
    static func edges(of corners: [LocalVector]) -> [FlatEdge] {
        zip(corners, corners.dropFirst() + corners.prefix(1)).map { FlatEdge(from: $0, to: $1) }
    }

    /// Metres to the border; below 0 inside, which is where a ray meets an odd number of edges.
    func signedDistance(at spot: LocalVector) -> Double {
        var (nearest, isInside) = (Double.infinity, false)
        for edge in edges {
            nearest = min(nearest, edge.squaredDistance(to: spot))
            if edge.isMetByRay(eastwardsFrom: spot) { isInside.toggle() }
        }
        return isInside ? -nearest.squareRoot() : nearest.squareRoot()
    }
}
