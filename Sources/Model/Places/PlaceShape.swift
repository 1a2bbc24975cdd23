public import Location

/// The shape of a place.
public enum PlaceShape: Hashable, Sendable {
    /// A circle.
    case circle(PlaceCircle)
    /// A polygon.
    case polygon(PlacePolygon)

    /// Returns true if a coordinate is inside or on the border.
    public func contains(_ coordinate: Coordinate) -> Bool { signedDistance(to: coordinate) <= 0 }

    /// Returns the distance from a coordinate to the border in metres, negative inside.
    ///
    /// Exact for circles. For polygons accurate to 1e-5 within 10 km of the border and to 0.5 % within 1,000 km;
    /// beyond, it is the distance to the bounding circle.
    public func signedDistance(to coordinate: Coordinate) -> Double {
        switch self {
        case .circle(let circle): return circle.centre.distance(to: coordinate) - circle.radius
        case .polygon(let polygon):
            let beyond = polygon.boundingCircle.centre.distance(to: coordinate) - polygon.boundingCircle.radius
            guard beyond < FlatPolygon.maxDistance else { return beyond }
            return FlatPolygon(polygon, on: LocalFrame(origin: coordinate)).signedDistance(at: LocalVector())
        }
    }

    /// Returns the bearing from a coordinate in degrees from true north: from outside to the nearest point of the border,
    /// from inside to the centre; nil at the centre.
    ///
    /// From 1,000 km on, that to the centre of the bounding circle of a polygon.
    public func bearing(from coordinate: Coordinate) -> Double? {
        if case .polygon(let polygon) = self, (0..<FlatPolygon.maxDistance).contains(signedDistance(to: coordinate)) {
            return FlatPolygon(polygon, on: LocalFrame(origin: coordinate)).courseToBorder
        }
        return coordinate.bearing(to: centre)
    }

    /// The centre of the circle or of the bounding circle of a polygon, which need not be inside the polygon.
    public var centre: Coordinate { boundingCircle.centre }

    var boundingCircle: BoundingCircle {
        switch self {
        case .circle(let circle): BoundingCircle(centre: circle.centre, radius: circle.radius)
        case .polygon(let polygon): polygon.boundingCircle
        }
    }
}

extension PlaceShape {
    /// The radius in metres around the centre that contains the whole place.
    public var boundingRadius: Double { boundingCircle.radius }
}

struct BoundingCircle: Hashable, Sendable {
    let centre: Coordinate
    /// The radius along the ellipsoid in metres.
    let radius: Double
}

/// A circle along the ellipsoid.
public struct PlaceCircle: Hashable, Sendable {
    /// The range of valid radii in metres.
    public static let radiusRange = 1...100_000.0

    /// The centre.
    public let centre: Coordinate
    /// The radius in metres.
    public let radius: Double

    /// Creates a circle; nil if the radius is not 1 m to 100 km.
    public init?(centre: Coordinate, radius: Double) {
        guard Self.radiusRange.contains(radius) else { return nil }
        self.centre = centre
        self.radius = radius
    }
}
