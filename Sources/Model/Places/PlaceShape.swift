public import Location

/// Where a place is.
public enum PlaceShape: Hashable, Sendable {
    /// A point and what is around it.
    case circle(PlaceCircle)
    /// An area with corners.
    case polygon(PlacePolygon)

    /// Whether a position is inside, or on the border.
    public func contains(_ coordinate: Coordinate) -> Bool { signedDistance(to: coordinate) <= 0 }

    /// Metres from a position to the border; below 0 inside.
    ///
    /// Exact for circles. For polygons to a hundred-thousandth within 10 km of the border, and to one in 200 within
    /// 1,000 km; beyond, it is the distance to the smallest circle around the polygon that is known.
    public func signedDistance(to coordinate: Coordinate) -> Double {
        switch self {
        case .circle(let circle): return circle.centre.distance(to: coordinate) - circle.radius
        case .polygon(let polygon):
            let beyond = polygon.boundingCircle.centre.distance(to: coordinate) - polygon.boundingCircle.radius
            guard beyond < FlatPolygon.farthest else { return beyond }
            return FlatPolygon(polygon, on: LocalFrame(origin: coordinate)).signedDistance(at: LocalVector())
        }
    }

    /// The centre of a circle, or of a circle around a polygon, which need not be inside it.
    public var centre: Coordinate { boundingCircle.centre }

    /// A circle that the whole place is in.
    var boundingCircle: BoundingCircle {
        switch self {
        case .circle(let circle): BoundingCircle(centre: circle.centre, radius: circle.radius)
        case .polygon(let polygon): polygon.boundingCircle
        }
    }
}

extension PlaceShape {
    /// Metres from the middle that the whole place is within.
    public var boundingRadius: Double { boundingCircle.radius }
}

/// A circle that a place is in.
struct BoundingCircle: Hashable, Sendable {
    let centre: Coordinate
    /// Metres along the ellipsoid.
    let radius: Double
}

/// All that is within so many metres of a point, along the ellipsoid.
public struct PlaceCircle: Hashable, Sendable {
    /// Metres that a radius may have.
    public static let radiusRange = 1...100_000.0

    /// Its middle.
    public let centre: Coordinate
    /// Metres around the middle.
    public let radius: Double

    /// Makes a circle, or nil where the radius is not 1 m to 100 km.
    public init?(centre: Coordinate, radius: Double) {
        guard Self.radiusRange.contains(radius) else { return nil }
        self.centre = centre
        self.radius = radius
    }
}
