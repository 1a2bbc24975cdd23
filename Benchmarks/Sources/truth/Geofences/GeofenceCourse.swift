import Location
import Places
import Simulator

/// Places along the route of a scenario.
struct GeofenceCourse {
    /// The number of places along the route, at equal distances.
    private static let points = 8
    /// The radius of a circle along the route, metres.
    private static let radius = 150.0
    /// Half of the side of a square along the route, metres.
    private static let halfSide = 100.0
    /// The radius of the large circle around the start, metres.
    private static let largeRadius = 1500.0

    let places: [Place]

    /// - Parameters:
    ///   - scenario: the scenario.
    ///   - seed: the seed of the run.
    ///   - dwell: the dwell time of all places.
    init(_ scenario: Scenario, seed: UInt64, dwell: Duration = Place.defaultDwell) {
        let truths = scenario.run(seed: seed, isQuiet: true).map(\.truth)
        guard let first = truths.first, let last = truths.last else {
            places = []
            return
        }
        var shapes = Self.around(first.coordinate)
        // A parked vehicle or a boat at anchor crosses no boundary.
        if last.distance > 10 * Self.radius {
            for point in 0..<Self.points {
                let metres = last.distance * (Double(point) + 0.5) / Double(Self.points)
                let position = truths.first { $0.distance >= metres }?.coordinate ?? last.coordinate
                shapes += Self.crossing(position, isSquare: point.isMultiple(of: 2))
            }
        }
        places = shapes.enumerated().compactMap { index, shape in
            PlaceName("fence \(index)").flatMap { Place(name: $0, shape: shape, dwell: dwell) }
        }
    }

    /// Returns shapes around the start: two centred on it, four whose boundary is near, and a large one.
    private static func around(_ centre: Coordinate) -> [PlaceShape] {
        let circles: [(north: Double, east: Double, radius: Double)] = [
            (0, 0, 100), (60, 0, 100), (0, -80, 100), (0, 140, 100), (-115, 0, 100), (0, 0, largeRadius),
        ]
        let shapes = circles.compactMap { circle in
            PlaceCircle(centre: centre.moved(north: circle.north, east: circle.east), radius: circle.radius)
        }
        return shapes.map(PlaceShape.circle) + [square(centre, halfSide: 50)].compactMap(\.self)
    }

    /// Returns a circle or a square that is centred on the route.
    private static func crossing(_ centre: Coordinate, isSquare: Bool) -> [PlaceShape] {
        let circle = PlaceCircle(centre: centre, radius: radius).map(PlaceShape.circle)
        return [isSquare ? square(centre, halfSide: halfSide) : circle].compactMap(\.self)
    }

    private static func square(_ centre: Coordinate, halfSide: Double) -> PlaceShape? {
        let corners = [(-1.0, -1.0), (-1, 1), (1, 1), (1, -1)].map {
            centre.moved(north: $0.0 * halfSide, east: $0.1 * halfSide)
        }
        return try? .polygon(PlacePolygon(rings: [corners]))
    }
}
