import Location

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
