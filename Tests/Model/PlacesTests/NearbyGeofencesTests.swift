import Basics
import Location
import Simulator
import Testing

@testable import Places

/// What spares the evaluation of geofences is never wrong, and of use where it can be.
struct NearbyGeofencesTests {
    private static let origins: [(latitude: Double, longitude: Double)] = [(52.37, 4.89), (-16.8, 179.999), (89.98, 0)]

    private func vector(_ limit: Double, _ generator: inout SeededGenerator) -> (north: Double, east: Double) {
        (.random(in: -limit...limit, using: &generator), .random(in: -limit...limit, using: &generator))
    }

    @Test(
        "the distance from the bounding sphere is a lower bound of that to the border, on the right side",
        arguments: origins)
    func sphere(latitude: Double, longitude: Double) throws {
        var generator = SeededGenerator(seed: 3)
        let origin = try Samples.coordinate(latitude, longitude)
        var counts = (outside: 0, inside: 0, near: 0)
        for number in 0..<3000 {
            let radius = [5.0, 300, 20_000, 100_000][Int.random(in: 0...3, using: &generator)]
            let circle = try #require(PlaceCircle(centre: origin, radius: radius))
            let shape =
                number.isMultiple(of: 5)
                ? PlaceShape.polygon(try Samples.square(around: origin, half: radius)) : .circle(circle)
            let name = try #require(PlaceName("home"))
            let place = try #require(Place(name: name, shape: shape))
            let sphere = try #require(BoundingSphere(Geofence(place)))
            let (north, east) = vector(2 * radius + 100, &generator)
            let spot = origin.moved(north: north, east: east)
            let limit = Double.random(in: 0...radius, using: &generator)
            let exact = shape.signedDistance(to: spot)
            let position = try #require(ECEFVector(spot))
            guard let bound = sphere.distance(from: position, beyond: limit) else {
                // It is not given up where the border is clearly farther away.
                if case .circle = shape { #expect(abs(exact) < limit + 0.02 * radius + 1, "\(exact) \(limit)") }
                counts.near += 1
                continue
            }
            #expect(abs(bound) >= limit && abs(bound) <= abs(exact) + 1e-6 && (bound < 0) == (exact < 0))
            if bound < 0 { counts.inside += 1 } else { counts.outside += 1 }
        }
        #expect(counts.outside > 100 && counts.inside > 100 && counts.near > 100)
    }

    @Test("a safe zone contains nothing outside of it, and what is well inside", arguments: origins)
    func safeZone(latitude: Double, longitude: Double) throws {
        var generator = SeededGenerator(seed: 8)
        let origin = try Samples.coordinate(latitude, longitude)
        let zone = SafeZone(around: origin, radius: 500)
        for _ in 0..<3000 {
            let (north, east) = vector(700, &generator)
            let spot = origin.moved(north: north, east: east)
            if zone.contains(spot) { #expect(origin.distance(to: spot) < 500) }
        }
        #expect(zone.contains(origin) && !SafeZone(around: origin, radius: 0).contains(origin))
        for north in [490.0, -490] { #expect(zone.contains(origin.moved(north: north, east: 0))) }
        // Near a pole a few metres are many degrees of longitude.
        #expect(zone.contains(origin.moved(north: 100, east: -100)) == (latitude < 89))
    }

    @Test("surroundings end at their reach, less a hundredth")
    func reach() throws {
        let origin = Walk.origin
        let nearby = NearbyGeofences(around: origin, reach: 1000) { _ in [] }
        for (north, isNear) in [(0.0, true), (985, true), (-985, true), (995, false), (-995, false), (2000, false)] {
            let offset = nearby.offset(of: origin.moved(north: north, east: 0))
            #expect((offset != nil) == isNear && abs((offset?.north ?? north) - north) < 1)
        }
    }
}
