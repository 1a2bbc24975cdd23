import Location
import Places
import Simulator

/// Fences laid across the way of a scenario, where its truth goes.
struct FenceCourse {
    /// Points of the way that fences are laid around, at even distances.
    private static let points = 8
    /// Metres of a circle's radius, the half of a square's side, and of a town around the begin.
    private static let radius = 150.0
    private static let half = 100.0
    private static let town = 1500.0

    let places: [Place]

    /// - Parameters:
    ///   - scenario: what is travelled.
    ///   - seed: which of its runs.
    ///   - dwell: the dwell time of all fences.
    init(_ scenario: Scenario, seed: UInt64, dwell: Duration = Place.defaultDwell) {
        let truths = scenario.run(seed: seed).map(\.truth)
        guard let first = truths.first, let last = truths.last else {
            places = []
            return
        }
        var shapes = Self.around(first.coordinate)
        // What only swings, or stands, crosses nothing.
        if last.distance > 10 * Self.radius {
            for point in 0..<Self.points {
                let metres = last.distance * (Double(point) + 0.5) / Double(Self.points)
                let spot = truths.first { $0.distance >= metres }?.coordinate ?? last.coordinate
                shapes += Self.across(spot, isSquare: point.isMultiple(of: 2))
            }
        }
        places = shapes.enumerated().compactMap { index, shape in
            PlaceName("fence \(index)").flatMap { Place(name: $0, shape: shape, dwell: dwell) }
        }
    }

    /// In the middle of one, near the borders of others, inside and outside, and far inside a large one.
    private static func around(_ spot: Coordinate) -> [PlaceShape] {
        let circles: [(north: Double, east: Double, radius: Double)] = [
            (0, 0, 100), (60, 0, 100), (0, -80, 100), (0, 140, 100), (-115, 0, 100), (0, 0, town),
        ]
        let shapes = circles.compactMap { circle in
            PlaceCircle(centre: spot.moved(north: circle.north, east: circle.east), radius: circle.radius)
        }
        return shapes.map(PlaceShape.circle) + [square(spot, half: 50)].compactMap(\.self)
    }

    private static func across(_ spot: Coordinate, isSquare: Bool) -> [PlaceShape] {
        let circle = PlaceCircle(centre: spot, radius: radius).map(PlaceShape.circle)
        return [isSquare ? square(spot, half: half) : circle].compactMap(\.self)
    }

    private static func square(_ spot: Coordinate, half: Double) -> PlaceShape? {
        let corners = [(-half, -half), (-half, half), (half, half), (half, -half)].map {
            spot.moved(north: $0.0, east: $0.1)
        }
        return try? .polygon(PlacePolygon(rings: [corners]))
    }
}
