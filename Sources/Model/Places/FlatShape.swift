import Location

/// The shape of a place on a local plane around the current position.
enum FlatShape: Sendable {
    case circle(FlatCircle)
    case polygon(FlatPolygon)
    /// Too far away to be projected, or far inside: the minimum distance from the origin of the plane to the border in
    /// metres, negative inside.
    case beyond(Double)

    init(_ shape: PlaceShape, on map: LocalFrame) {
        switch shape {
        case .circle(let circle): self = .circle(FlatCircle(circle, on: map))
        case .polygon(let polygon): self = .polygon(FlatPolygon(polygon, on: map))
        }
    }

    /// Returns the distance to the border in metres, negative inside; a lower bound if it is not projected.
    func signedDistance(at point: LocalVector) -> Double {
        switch self {
        case .circle(let circle): circle.signedDistance(at: point)
        case .polygon(let polygon): polygon.signedDistance(at: point)
        case .beyond(let distance) where distance > 0: distance - point.length
        case .beyond(let distance): distance + point.length
        }
    }
}

/// A circle on a local plane around a position.
///
/// A distant centre is placed in its direction and at its true distance, so that the border is accurate around the
/// origin of the plane for circles of any size.
struct FlatCircle: Sendable {
    /// The distance in metres up to which the plane is accurate.
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

    /// Returns the distance to the border in metres, negative inside.
    func signedDistance(at point: LocalVector) -> Double { (point - centre).length - radius }
}

/// A polygon on a local plane.
///
/// The plane is a projection of the sphere of surface normals from above the origin, in which geodesics through the
/// origin are straight, and those near it almost: an edge is accurate around the origin, however far away its ends are.
struct FlatPolygon: Sendable {
    /// The distance from the origin in metres beyond which polygons are not projected: corners beyond the horizon would
    /// be mirrored.
    static let maxDistance = 1_000_000.0

    private let edges: [FlatEdge]

    init(_ polygon: PlacePolygon, on map: LocalFrame) {
        edges = polygon.rings.flatMap { Self.edges(of: $0.map(map.offset)) }
    }

    /// Returns the edges of a ring, including the one from the last corner to the first.
    static func edges(of corners: [LocalVector]) -> [FlatEdge] {
        zip(corners, corners.dropFirst() + corners.prefix(1)).map { FlatEdge(from: $0, to: $1) }
    }

    /// Returns the distance to the border in metres, negative inside: where a ray intersects an odd number of edges.
    func signedDistance(at point: LocalVector) -> Double {
        var (nearest, isInside) = (Double.infinity, false)
        for edge in edges {
            nearest = min(nearest, edge.squaredDistance(to: point))
            if edge.intersectsRay(eastFrom: point) { isInside.toggle() }
        }
        return isInside ? -nearest.squareRoot() : nearest.squareRoot()
    }
}

extension FlatPolygon {
    /// The direction from the origin to the nearest point of the border, in degrees from north.
    var courseToBorder: Double? {
        let gaps = edges.map { $0.gap(to: LocalVector()) }
        return gaps.min { $0.length < $1.length }.map { (LocalVector() - $0).course }
    }
}

/// An edge of a polygon on a local plane.
struct FlatEdge: Sendable {
    let from: LocalVector
    let to: LocalVector

    /// Returns the squared distance to a point in square metres.
    func squaredDistance(to point: LocalVector) -> Double {
        let gap = gap(to: point)
        return gap.north * gap.north + gap.east * gap.east
    }

    /// Returns the vector from the nearest point of the edge to a point.
    func gap(to point: LocalVector) -> LocalVector {
        let direction = to - from
        let offset = point - from
        let square = direction.north * direction.north + direction.east * direction.east
        let share = square > 0 ? (offset.north * direction.north + offset.east * direction.east) / square : 0
        return offset - direction * min(max(share, 0), 1)
    }

    /// Returns true if a ray to the east intersects the edge; a shared corner counts for the edge south of it only.
    func intersectsRay(eastFrom point: LocalVector) -> Bool {
        guard (from.north > point.north) != (to.north > point.north) else { return false }
        let share = (point.north - from.north) / (to.north - from.north)
        return from.east + share * (to.east - from.east) > point.east
    }

    /// Returns true if both edges cross; touching is not crossing.
    func crosses(_ other: FlatEdge) -> Bool {
        side(of: other.from) * side(of: other.to) < 0 && other.side(of: from) * other.side(of: to) < 0
    }

    /// Returns a number whose sign is the side of the line through both ends; 0 within 1 cm of it, the accuracy of the plane.
    private func side(of point: LocalVector) -> Double {
        let (direction, offset) = (to - from, point - from)
        let area = direction.north * offset.east - direction.east * offset.north
        return area.magnitude > direction.length * 0.01 ? area : 0
    }
}
