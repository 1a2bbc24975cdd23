import Location

/// A place's shape on a flat map around where one is.
enum FlatShape: Sendable {
    case circle(FlatCircle)
    case polygon(FlatPolygon)
    /// Too far away to be drawn, or far inside: metres from the map's origin to the border, at least; below 0 inside.
    case beyond(Double)

    init(_ shape: PlaceShape, on map: LocalFrame) {
        switch shape {
        case .circle(let circle): self = .circle(FlatCircle(circle, on: map))
        case .polygon(let polygon): self = .polygon(FlatPolygon(polygon, on: map))
        }
    }

    /// Metres to the border, at least where it is not drawn; below 0 inside.
    func signedDistance(at spot: LocalVector) -> Double {
        switch self {
        case .circle(let circle): circle.signedDistance(at: spot)
        case .polygon(let polygon): polygon.signedDistance(at: spot)
        case .beyond(let distance) where distance > 0: distance - spot.length
        case .beyond(let distance): distance + spot.length
        }
    }
}

/// A circle on a flat map around a position.
///
/// A middle far away lies in its direction and at its true distance, so that the border is right around the map's origin,
/// however large the circle.
struct FlatCircle: Sendable {
    /// Metres up to which the map itself is right.
    private static let near = 5000.0

    private let centre: LocalVector
    private let radius: Double

    init(_ circle: PlaceCircle, on map: LocalFrame) {
        centre = Self.offset(of: circle.centre, on: map)
        radius = circle.radius
    }

    private static func offset(of centre: Coordinate, on map: LocalFrame) -> LocalVector {
        let offset = map.offset(of: centre)
        guard offset.length > near, let course = map.origin.bearing(to: centre) else { return offset }
        let distance = map.origin.distance(to: centre)
        return map.velocity(speed: distance, course: course, at: map.projection(of: map.origin))
    }

    /// Metres to the border; below 0 inside.
    func signedDistance(at spot: LocalVector) -> Double { (spot - centre).length - radius }
}

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

/// An edge of a polygon on a flat map.
struct FlatEdge: Sendable {
    let from: LocalVector
    let to: LocalVector

    /// Square metres.
    func squaredDistance(to spot: LocalVector) -> Double {
        let way = to - from
        let offset = spot - from
        let square = way.north * way.north + way.east * way.east
        let share = square > 0 ? (offset.north * way.north + offset.east * way.east) / square : 0
        let gap = offset - way * min(max(share, 0), 1)
        return gap.north * gap.north + gap.east * gap.east
    }

    /// Whether a line to the east meets it; an end counts for the edge that is south of it alone.
    func isMetByRay(eastwardsFrom spot: LocalVector) -> Bool {
        guard (from.north > spot.north) != (to.north > spot.north) else { return false }
        let share = (spot.north - from.north) / (to.north - from.north)
        return from.east + share * (to.east - from.east) > spot.east
    }

    /// Whether both cross each other; to touch is not to cross.
    func crosses(_ other: FlatEdge) -> Bool {
        side(of: other.from) * side(of: other.to) < 0 && other.side(of: from) * other.side(of: to) < 0
    }

    /// 1 on one side of the line through both ends, -1 on the other, 0 within a centimetre of it: what touches it on a
    /// map is as near as that.
    private func side(of spot: LocalVector) -> Double {
        let (way, offset) = (to - from, spot - from)
        let area = way.north * offset.east - way.east * offset.north
        guard area.magnitude > way.length * 0.01 else { return 0 }
        return area > 0 ? 1 : -1
    }
}
