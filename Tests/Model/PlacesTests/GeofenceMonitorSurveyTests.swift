import Basics
import Location
import Simulator
import Testing

@testable import Places

/// Skipping distant geofences does not change the result.
struct GeofenceMonitorSurveyTests {
    private static let origins: [(latitude: Double, longitude: Double)] = [(52.37, 4.89), (-16.8, 179.999), (89.98, 0)]

    private func places(around origin: Coordinate, _ generator: inout SeededGenerator) throws -> [Place] {
        try (0..<40).map { number in
            let spot = origin.moved(
                north: .random(in: -1500...1500, using: &generator), east: .random(in: -1500...1500, using: &generator))
            let radius = Double.random(in: 20...(number.isMultiple(of: 13) ? 60_000 : 900), using: &generator)
            let shape =
                number.isMultiple(of: 3)
                ? PlaceShape.polygon(try Samples.square(around: spot, half: min(radius, 900)))
                : .circle(try #require(PlaceCircle(centre: spot, radius: radius)))
            let name = try #require(PlaceName("place \(number)"))
            return try #require(Place(name: name, shape: shape, dwell: .seconds(number % 20)))
        }
    }

    @Test("a monitor of many places decides like one for each place", arguments: origins)
    func sameAsAlone(latitude: Double, longitude: Double) throws {
        var generator = SeededGenerator(seed: 5)
        let origin = try Samples.coordinate(latitude, longitude)
        let places = try places(around: origin, &generator)
        var monitor = GeofenceMonitor(places)
        var alone = places.map { Geofence($0) }
        var (spot, count) = (origin, 0)
        for second in 0..<1000 {
            let step = second % 200 < 50 ? 0 : (second < 500 ? 15.0 : -15)
            spot = spot.moved(
                north: .random(in: -4...4, using: &generator) + step,
                east: .random(in: -4...4, using: &generator) + step / 3)
            if second == 500 { spot = origin.moved(north: 2000, east: 500) }
            let moment = Moment(uptime: .seconds(second), wallClock: Timestamp(milliseconds: Int64(second) * 1000))
            let radius = Double.random(in: 3...30, using: &generator)
            var fix = Fix(device: "a")
            (fix.coordinate, fix.timestamp) = (spot, moment.wallClock)
            fix.horizontalAccuracy = HorizontalAccuracy(radius: radius, origin: .estimate)
            let expected = alone.indices.compactMap { index -> GeofenceTransition? in
                let wasKnown = alone[index].side != nil
                let distance = places[index].shape.signedDistance(to: spot)
                guard alone[index].update(distance: distance, accuracy: radius, at: moment) else { return nil }
                return alone[index].transition(wasKnown: wasKnown, at: moment)
            }
            #expect(monitor.handle(fix, state: .live, at: moment) == expected, "second \(second)")
            count += expected.count
        }
        #expect(count > 20)
    }

    @Test("the border of a large circle is accurate far from the origin of the plane")
    func largeCircle() throws {
        let origin = try Samples.coordinate(47, 8)
        let circle = try #require(PlaceCircle(centre: origin.moved(north: 9000, east: 9000), radius: 12_500))
        for (latitude, longitude) in [(46.3, 7.2), (46.2, 8.1), (47.7, 9)] {
            let far = try Samples.circle(latitude, longitude, radius: 95_000)
            for circle in [circle, far] {
                let flat = FlatCircle(circle, on: LocalFrame(origin: origin))
                for (north, east) in [(0.0, 0.0), (3900, 0), (0, -3900), (2700, 2700)] {
                    let exact = circle.centre.distance(to: origin.moved(north: north, east: east)) - circle.radius
                    let drawn = flat.signedDistance(at: LocalVector(north: north, east: east))
                    #expect(abs(drawn - exact) < 1)
                }
            }
        }
    }
}
